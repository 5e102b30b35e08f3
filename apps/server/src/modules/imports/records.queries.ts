import { FACT_NAMES } from '@nollie/contract'
import { sql } from 'kysely'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { Moved, SpotMover } from '../../db/merge-movers.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { SpotContent } from '../../db/tables/imports.ts'
import type { Run } from './runs.queries.ts'

/** Identifies a source record. */
export type RecordKey = { name: string; id: string }

/**
 * A record's stored data: its spot, and the source's previous values (null for records imported before we stored them).
 */
export type KnownRecord = {
  spot_id: string
  is_deleted: boolean
  content: SpotContent | null
  /** The spot's name and current position, even if the spot is deleted. */
  here: SpotContent
  /** Null if the record was imported before we stored the dataset. */
  dataset: string | null
  run_id: string | null
  is_missing: boolean
}

/** Builds a map key for a record. */
export function recordKey({ name, id }: RecordKey): string {
  return JSON.stringify([name, id])
}

/**
 * Returns records that exist or once existed, by {@link recordKey}, with the spot that each belongs to. For a record
 * moved to another spot ({@link recordMover}), that's the other spot; for a deleted spot, it's the tombstone.
 */
export async function findRecords(db: Db, keys: readonly RecordKey[]): Promise<Map<string, KnownRecord>> {
  const { rows } = await sql<RecordKey & KnownRecord>`
    select key.name, key.id, spot.id as spot_id, spot.deleted_at is not null as is_deleted, r.content, r.run_id,
      coalesce(r.dataset, own.source_dataset) as dataset, r.missing_since is not null as is_missing,
      jsonb_build_object('name', spot.name, 'position',
        jsonb_build_object('latitude', spot.latitude, 'longitude', spot.longitude)) as here
    from unnest(${keys.map(({ name }) => name)}::text[], ${keys.map(({ id }) => id)}::text[]) key (name, id)
    left join import_records r on r.source = key.name and r.source_id = key.id
    left join spots own on own.source = key.name and own.source_id = key.id
    join spots spot on spot.id = coalesce(r.spot_id, own.id)`.execute(db)
  return new Map(rows.map(({ name, id, ...known }) => [recordKey({ name, id }), known]))
}

/** A record that a run has seen. */
export type SeenRecord = { source: string; source_id: string; spot_id: string; content: SpotContent }

/**
 * Stores the sources' current values, and records that a run has seen them. With
 * `isAdded`, the run has added their spots.
 */
export async function saveRecords(
  tx: Tx,
  { id, dataset }: { id: string; dataset: string },
  records: readonly SeenRecord[],
  { isAdded = false }: { isAdded?: boolean } = {},
): Promise<void> {
  if (records.length === 0) return
  await sql`
    insert into import_records (source, source_id, spot_id, dataset, content, run_id, added_run_id)
    select source, source_id, spot_id, ${dataset}, content, ${id}, ${isAdded ? id : null}
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as seen (source text, source_id text, spot_id uuid, content jsonb)
    order by source, source_id
    on conflict (source, source_id) do update set content = excluded.content, dataset = excluded.dataset,
      run_id = excluded.run_id, seen_at = now(), missing_since = null`.execute(tx)
}

/** A spot's values, and which of them people have edited. */
export type HereRow = {
  id: string
  here: SpotContent
  /** Values of edited fields before the first edit, as imported. */
  first: SpotContent
  /** Whether moderators have hidden the spot's name and description. */
  is_hidden: boolean
  name_is_guess: boolean
}

/** Locks spots that aren't deleted, sorted by id, and returns their values. */
export async function lockSpots(tx: Tx, ids: readonly string[]): Promise<Map<string, HereRow>> {
  if (ids.length === 0) return new Map()
  await sql`
    select id from spots where id = any (${ids}::uuid[]) and deleted_at is null order by id for update`.execute(
    tx,
  )
  await sql`
    select spot_id from spot_facts where spot_id = any (${ids}::uuid[]) order by spot_id for update`.execute(
    tx,
  )
  const facts = sql.join(FACT_NAMES.map((name) => sql`${sql.lit(name)}, ${sql.ref(`f.${name}`)}`))
  const { rows } = await sql<HereRow>`
    select s.id, exists (select from spot_hidden_texts hidden where hidden.spot_id = s.id) as is_hidden,
      s.name_is_guess,
      jsonb_build_object('name', s.name, 'description', s.description, 'address', s.address, 'city', s.city,
        'state', s.state, 'country', s.country, 'postal_code', s.postal_code, 'difficulty_level', s.difficulty_level,
        'spot_types', s.spot_types, 'position', jsonb_build_object('latitude', s.latitude, 'longitude', s.longitude),
        ${facts}) as here,
      (select coalesce(jsonb_object_agg(first.field, first.value), '{}') from (
        select distinct on (old.field) old.field, old.value
        from spot_edits e cross join lateral jsonb_each(e.before) old (field, value)
        where e.spot_id = s.id and e.action = 'edit' order by old.field, e.id
      ) first) as first
    from spots s left join spot_facts f on f.spot_id = s.id
    where s.id = any (${ids}::uuid[]) and s.deleted_at is null`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The sources of the records that a run has seen. Another source's dataset may have the same name. */
function selectSources({ id, dataset }: Run) {
  return sql`select source from import_records where dataset = ${dataset} and run_id = ${id} and missing_since is null`
}

/**
 * Returns how many records of the run's sources in its dataset the run didn't see, and how many there are in total. If
 * the run has seen none, counts the records of all sources.
 */
export async function countUnseen(db: Db, run: Run): Promise<{ unseen: number; all: number }> {
  const { rows } = await sql<{ unseen: number; all: number }>`
    select count(*) filter (where seen_at < ${run.begun_at})::int as unseen, count(*)::int as "all"
    from import_records where dataset = ${run.dataset} and missing_since is null
      and (source in (${selectSources(run)}) or not exists (${selectSources(run)}))`.execute(db)
  return rows[0] ?? { unseen: 0, all: 0 }
}

/** Marks up to `limit` records of the run's sources in its dataset as missing. Returns their keys. */
export async function markUnseen(tx: Tx, run: Run, limit: number): Promise<RecordKey[]> {
  const { rows } = await sql<RecordKey>`
    update import_records set missing_since = now() where (source, source_id) in (
      select source, source_id from import_records
      where dataset = ${run.dataset} and missing_since is null and seen_at < ${run.begun_at}
        and source in (${selectSources(run)})
      order by source, source_id limit ${limit} for update)
    returning source as name, source_id as id`.execute(tx)
  return rows
}

/** Of the spots with these records, returns those whose records are all missing, with names and source ids. */
export async function selectLeft(
  db: Db,
  keys: readonly RecordKey[],
): Promise<{ spot_id: string; name: string; source_id: string }[]> {
  const { rows } = await sql<{ spot_id: string; name: string; source_id: string }>`
    select distinct on (s.id) s.id as spot_id, s.name, r.source_id
    from unnest(${keys.map(({ name }) => name)}::text[], ${keys.map(({ id }) => id)}::text[]) key (name, id)
    join import_records r on r.source = key.name and r.source_id = key.id
    join spots s on s.id = r.spot_id and s.deleted_at is null
    where not exists (select from import_records other where other.spot_id = s.id and other.missing_since is null)
    order by s.id`.execute(db)
  return rows
}

/** Moves source values and their records to the remaining spot. */
export const recordMover: SpotMover = {
  kind: 'import_record',
  take: async (tx, { from, into }) => {
    const { rows } = await sql<Moved>`
      update import_records set spot_id = ${into} where spot_id = ${from}
      returning ${from}::uuid as row_id, json_build_object('source', source, 'source_id', source_id) as was`.execute(
      tx,
    )
    return rows
  },
  giveBack: async (tx, { from, into }, moved) => {
    await sql`
      update import_records r set spot_id = ${from}
      from jsonb_to_recordset(${JSON.stringify(moved.map(({ was }) => was))}::jsonb) as was (source text, source_id text)
      where r.spot_id = ${into} and r.source = was.source and r.source_id = was.source_id`.execute(tx)
  },
}

/** Deletes purged spots' source values. */
export async function deleteOfTombstones(db: Db): Promise<void> {
  const isTombstone = sql`spot_id in (select id from spots where purged_at is not null)`
  await deleteInBatches(db, 'import_records', isTombstone)
  await deleteInBatches(db, 'import_conflicts', isTombstone)
}
