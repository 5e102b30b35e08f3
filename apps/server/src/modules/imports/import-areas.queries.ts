import type { ImportArea, RefusalKind, StopReason } from '@nollie/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { TileBox } from './ask-overpass.ts'
import type { Run } from './runs.queries.ts'

/** Seconds without activity after which another process may continue an import. */
export const SILENT_SECONDS = 180

const IS_SILENT = sql<boolean>`
  (greatest(worked_at, waits_until) < now() - make_interval(secs => ${sql.lit(SILENT_SECONDS)}))`

/**
 * The value of `import_areas.server` for an uploaded file, and the prefix of its `area`. No host name contains a colon.
 */
const OF_FILE = 'file:'

/** Returns the area of an uploaded file. */
export function toFileArea(file_id: string): string {
  return OF_FILE + file_id
}

/** Returns the id of an area's uploaded file; null for other areas. */
export function parseFileArea(area: string): string | null {
  return area.startsWith(OF_FILE) ? area.slice(OF_FILE.length) : null
}

const COLUMNS = sql`
  a.id, a.area, a.label, nullif(a.server, ${sql.lit(OF_FILE)}) as server, a.reason,
  case when a.server = ${sql.lit(OF_FILE)} then (select jsonb_build_object('west', t.west, 'south', t.south, 'east', t.east,
    'north', t.north) from import_tiles t where t.area_id = a.id and t.number = 0) end as box,
  a.removed, r.read, r.added, r.updated, r.refused, r.conflicts,
  r.known + r.same as here,
  case when a.state in ('running', 'undoing') and ${IS_SILENT} then 'interrupted' else a.state end as state,
  (select count(*)::int from import_tiles t where t.area_id = a.id and t.state <> 'split') as tiles,
  (select count(*)::int from import_tiles t where t.area_id = a.id and t.state = 'done') as tiles_done,
  (select count(*)::int from import_tiles t where t.area_id = a.id and t.state = 'failed') as tiles_failed,
  case when a.state = 'running' and a.waits_until > now() then ${moment('a.waits_until')} end as waits_until,
  (select coalesce(jsonb_agg(jsonb_build_object('kind', key, 'count', value) order by value::int desc), '[]')
    from jsonb_each(a.refusals)) as refusals,
  (select coalesce(jsonb_agg(jsonb_build_object('kind', key, 'count', value) order by value::int desc), '[]')
    from jsonb_each(a.stays)) as stays,
  ${moment('a.begun_at')} as begun_at, ${moment('a.ended_at')} as ended_at`

/** Returns imports from OpenStreetMap, newest first. */
export async function selectAreas(db: Db, before: string | null, limit: number): Promise<ImportArea[]> {
  const { rows } = await sql<ImportArea>`
    select ${COLUMNS} from import_areas a join import_runs r on r.id = a.run_id
    where ${before ? sql`a.id < ${before}::uuid` : sql`true`} order by a.id desc limit ${limit}`.execute(db)
  return rows
}

/** Returns an import with its progress. */
export async function findArea(db: Db, id: string): Promise<ImportArea | undefined> {
  const { rows } = await sql<ImportArea>`
    select ${COLUMNS} from import_areas a join import_runs r on r.id = a.run_id where a.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Returns the unfinished import of an area, and whether no process works on it. */
export async function findUnfinished(
  db: Db,
  area: string,
): Promise<{ id: string; run_id: string; is_idle: boolean } | undefined> {
  const { rows } = await sql<{ id: string; run_id: string; is_idle: boolean }>`
    select id, run_id, state = 'stopped' or ${IS_SILENT} as is_idle
    from import_areas where area = ${area} and (state = 'running' or state = 'stopped' and not exists (
      select from import_areas later where later.area = ${area} and later.id > import_areas.id))
    order by state, id desc limit 1`.execute(db)
  return rows[0]
}

/** An import to start. */
export type NewArea = {
  run_id: string
  area: string
  label: string | null
  /** Null for a file. */
  server: string | null
  started_by: string | null
}

/** Inserts an import with its tiles. Returns null if the same area already has an unfinished one. */
export async function insertArea(tx: Tx, about: NewArea, tiles: readonly TileBox[]): Promise<string | null> {
  const row = await tx
    .insertInto('import_areas')
    .values({ id: uuid(), ...about, server: about.server ?? OF_FILE })
    .onConflict((conflict) => conflict.column('area').where('state', '=', 'running').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await insertTiles(tx, row.id, tiles)
  return row.id
}

/** Appends tiles to an import. */
export async function insertTiles(tx: Tx, area_id: string, tiles: readonly TileBox[]): Promise<void> {
  await sql`
    insert into import_tiles (area_id, number, west, south, east, north)
    select ${area_id}, coalesce((select max(number) from import_tiles where area_id = ${area_id}), -1) + row_number() over (),
      west, south, east, north
    from jsonb_to_recordset(${JSON.stringify(tiles)}::jsonb)
      as tile (west float8, south float8, east float8, north float8)`.execute(tx)
}

/** An import's row while it is locked. */
export type LockedArea = {
  id: string
  area: string
  label: string | null
  state: Exclude<ImportArea['state'], 'interrupted'>
  run_id: string
  is_silent: boolean
}

/** Locks an import until the end of the transaction. */
export async function lockArea(tx: Tx, id: string): Promise<LockedArea | undefined> {
  const { rows } = await sql<LockedArea>`
    select id, area, label, state, run_id, ${IS_SILENT} as is_silent
    from import_areas where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** An import as its worker needs it. */
export type WorkingArea = {
  id: string
  area: string
  state: 'running' | 'undoing'
  failures: number
  run: Run
  /** Milliseconds until the next request may be sent. */
  waits_ms: number
  /** Who claimed it. */
  worker: string
}

/**
 * Claims an import for a worker, unless another worker is active on an import from the same server, because a server
 * gets one request at a time. Files also wait for each other. Returns `busy` in that case, and null if there is nothing
 * to do. Undoing sends no requests, so it doesn't wait for other imports. Repeating the claim renews it.
 */
export function claimArea(db: Db, id: string, worker: string): Promise<WorkingArea | 'busy' | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('nollie_import_areas'))`.execute(tx)
    const { rows: others } = await sql`
      select from import_areas a where worker is not null and worker <> ${worker}
        and (a.id = ${id} or a.state = 'running' and exists (select from import_areas own
          where own.id = ${id} and own.state = 'running' and own.server = a.server))
        and worked_at > now() - make_interval(secs => ${sql.lit(SILENT_SECONDS)}) limit 1`.execute(tx)
    if (others.length > 0) return 'busy'
    const { rows } = await sql<
      Omit<WorkingArea, 'run' | 'worker'> & { run_id: string; dataset: string; begun_at: string }
    >`
      update import_areas a set worker = ${worker}, worked_at = now() from import_runs r
      where a.id = ${id} and r.id = a.run_id and a.state in ('running', 'undoing')
      returning a.id, a.area, a.state, a.failures, r.id as run_id, r.dataset, ${moment('r.begun_at')} as begun_at,
        greatest(0, extract(epoch from a.waits_until - now()) * 1000)::float8 as waits_ms`.execute(tx)
    const [row] = rows
    if (!row) return null
    const { run_id, dataset, begun_at, waits_ms, ...area } = row
    return { ...area, waits_ms: waits_ms ?? 0, run: { id: run_id, dataset, begun_at }, worker }
  })
}

/**
 * Locks an import until the end of the transaction. Returns false if a person has cancelled it or another worker has
 * claimed it since; the worker must then discard its results.
 */
export async function lockClaim(tx: Tx, { id, worker }: WorkingArea): Promise<boolean> {
  const { rows } = await sql`
    select from import_areas where id = ${id} and worker = ${worker} and state = 'running' for update`.execute(
    tx,
  )
  return rows.length > 0
}

/** Ends a worker's claim, so that another process can continue immediately. */
export async function releaseArea(db: Db, id: string, worker: string): Promise<void> {
  await db
    .updateTable('import_areas')
    .set({ worker: null })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .execute()
}

/** Renews a worker's claim during a step that takes long. */
export async function renewClaim(db: Db, id: string, worker: string): Promise<void> {
  await sql`update import_areas set worked_at = now() where id = ${id} and worker = ${worker}`.execute(db)
}

/** Records that an import is waiting for another one to finish, so that it doesn't count as interrupted. */
export async function standInLine(db: Db, id: string): Promise<void> {
  await sql`update import_areas set worked_at = now() where id = ${id} and worker is null`.execute(db)
}

/** Whether the server couldn't answer for some of an import's tiles. */
export async function hasFailedTiles(db: Db, area_id: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('import_tiles')
      .select('number')
      .where('area_id', '=', area_id)
      .where('state', '=', 'failed')
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

/** A tile to request next. */
export type Tile = TileBox & { number: number; failures: number }

/** Returns an import's next tile, starting with the tiles that failed least often. */
export function findNextTile(db: Db, area_id: string): Promise<Tile | undefined> {
  return db
    .selectFrom('import_tiles')
    .select(['number', 'west', 'south', 'east', 'north', 'failures'])
    .where('area_id', '=', area_id)
    .where('state', '=', 'waiting')
    .orderBy('failures')
    .orderBy('number')
    .executeTakeFirst()
}

/** Sets a tile's outcome. */
export async function setTile(
  db: Db,
  area_id: string,
  number: number,
  to: { state?: 'done' | 'failed' | 'split'; found?: number; failures?: number },
): Promise<void> {
  await db
    .updateTable('import_tiles')
    .set(to)
    .where('area_id', '=', area_id)
    .where('number', '=', number)
    .execute()
}

/** Stores that the server answered, and adds the numbers of refused records by reason. */
export async function addRefusals(
  tx: Tx,
  id: string,
  refusals: Partial<Record<RefusalKind, number>>,
): Promise<void> {
  await sql`
    update import_areas set failures = 0, waits_until = null, worked_at = now(),
      refusals = (select coalesce(jsonb_object_agg(key, count), '{}') from (
        select key, sum(value::int) as count from (
          select * from jsonb_each(refusals) union all select * from jsonb_each(${JSON.stringify(refusals)}::jsonb)
        ) both_sides group by key) sums)
    where id = ${id}`.execute(tx)
}

/** Stores that the server failed or answered nothing usable, and until when to wait. */
export async function saveFailure(db: Db, id: string, failures: number, waitMs: number): Promise<void> {
  await sql`
    update import_areas set failures = ${failures}, worked_at = now(),
      waits_until = now() + make_interval(secs => ${waitMs / 1000}) where id = ${id}`.execute(db)
}

/** Ends an import's run or undo in a state. Returns false if the worker has lost its claim in the meantime. */
export async function endArea(
  db: Db,
  { id, state: from, worker }: WorkingArea,
  {
    state,
    reason = null,
  }: { state: 'stopped' | 'complete' | 'partial' | 'undone'; reason?: StopReason | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update import_areas set state = ${state}, reason = ${reason}, ended_at = now(), waits_until = null, worker = null
    where id = ${id} and state = ${from} and worker = ${worker}`.execute(db)
  return numAffectedRows === 1n
}

/** Cancels an import. */
export async function cancelArea(tx: Tx, id: string): Promise<void> {
  await sql`
    update import_areas set state = 'cancelled', reason = null, ended_at = now(), waits_until = null,
      worker = null
    where id = ${id}`.execute(tx)
}

/** Lets an import continue. Failed tiles are requested again. */
export async function resumeArea(tx: Tx, id: string): Promise<void> {
  await sql`
    update import_areas set state = 'running', reason = null, failures = 0, ended_at = null, waits_until = null,
      worker = null, worked_at = now() where id = ${id}`.execute(tx)
  await sql`
    update import_tiles set state = 'waiting', failures = 0 where area_id = ${id} and state in ('failed', 'waiting')`.execute(
    tx,
  )
}

/** Marks an import as being undone. */
export async function beginUndo(tx: Tx, id: string): Promise<void> {
  await sql`
    update import_areas set state = 'undoing', reason = null, stays = '{}', ended_at = coalesce(ended_at, now()),
      worker = null, worked_at = now() where id = ${id}`.execute(tx)
}

/** Returns which of these ids a run has already imported, from a neighboring tile. */
export async function findSeen(
  db: Db,
  run_id: string,
  source: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ source_id: string }>`
    select source_id from import_records
    where source = ${source} and source_id = any (${ids}::text[]) and run_id = ${run_id}`.execute(db)
  return new Set(rows.map(({ source_id }) => source_id))
}
