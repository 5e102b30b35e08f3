import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'
import type { Tables } from '../../../db/tables.ts'
import { COLUMNS, type MediaRow } from '../media.queries.ts'

/**
 * The queue lanes. `quick`: photos and video posters. `encode`: the rest of a video once it has a poster. `largest`: a
 * ready photo's largest files.
 */
export type Lane = Tables['media_turns']['lane']

/** A claimed item. `extra` means that its owner already had an item in progress and no one else was waiting. */
export type Claimed = MediaRow & { key: string; claim: string; extra: boolean }

// Rounded like `due_at`, which may round up. Otherwise an item due now might not be due in the next statement.
const NOW = sql<string>`now()::timestamptz(3)`
// A claim expires if its process doesn't renew it in time. Any process can then claim the item.
const LEASE = sql<string>`now() + interval '15 seconds'`

function inSeconds(seconds: number) {
  return sql<string>`now() + make_interval(secs => ${seconds})`
}

/** Largest files due before this time no longer have the lowest priority. Otherwise they might never be made. */
const LARGEST_AFTER = sql<string>`now() - interval '10 minutes'`

// Whether an item is waiting or in progress in a lane.
function inLane(lane: Lane, table: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  if (lane === 'largest') return sql<boolean>`${of('largest_pending')}`
  const encode = sql<boolean>`(${of('type')} = 'video' and ${of('thumbhash')} is not null)`
  return sql<boolean>`(${of('status')} = 'processing' and ${lane === 'encode' ? encode : sql`not ${encode}`})`
}

function mayBegin(lane: Lane): RawBuilder<boolean> {
  return lane === 'largest'
    ? sql<boolean>`(m.due_at < ${LARGEST_AFTER} or not exists (
        select from media f where ${inLane('quick', 'f')} and f.due_at <= ${NOW}))`
    : sql<boolean>`true`
}

// Serializes claims so that each one sees all earlier ones, including those from other processes.
function lockClaims(tx: Tx) {
  return sql`select pg_advisory_xact_lock(hashtextextended('nollie media claims', 0))`.execute(tx)
}

async function findNext(tx: Tx, lane: Lane, perPerson: number) {
  const { rows } = await sql<{ id: string; extra: boolean }>`
    with at_work as (
      select owner_id, count(*) as items from media w
      where claim is not null and due_at > now() and ${inLane(lane, 'w')}
      group by owner_id
    )
    select m.id, at_work.items is not null as extra from media m
    left join at_work on at_work.owner_id is not distinct from m.owner_id
    left join media_turns t on t.owner_id = m.owner_id and t.lane = ${lane}
    where m.due_at <= ${NOW} and ${inLane(lane, 'm')} and ${mayBegin(lane)}
      and coalesce(at_work.items, 0) < ${perPerson}
      and (at_work.items is null or not exists (
        select from media o where o.status = 'processing' and o.owner_id is distinct from m.owner_id))
    order by t.served_at nulls first, m.type = 'video', m.created_at, m.id
    limit 1
    for update of m skip locked`.execute(tx)
  return rows[0]
}

/**
 * Returns the seconds until an item is due or a claim expires: 0 if one is due, null if none is waiting. It's cheap
 * enough to call often.
 */
export async function nextDueIn(db: Db): Promise<number | null> {
  const { seconds } = await db
    .selectFrom('media')
    .select(sql<number | null>`extract(epoch from min(due_at) - ${NOW})::float8`.as('seconds'))
    .where((eb) => eb.or([eb('status', '=', 'processing'), eb.ref('largest_pending')]))
    .executeTakeFirstOrThrow()
  return seconds === null ? null : Math.max(0, seconds)
}

/**
 * Claims a lane's next item and counts the attempt. The person whose last turn was longest ago is next, with their
 * oldest photo, or else their oldest video. A person gets a second item only while no one else is waiting, and never
 * more than `perPerson`.
 */
export function claimNext(db: Db, lane: Lane, perPerson: number, claim: string): Promise<Claimed | null> {
  return db.transaction().execute(async (tx) => {
    await lockClaims(tx)
    const next = await findNext(tx, lane, perPerson)
    if (!next) return null
    const row = await tx
      .updateTable('media')
      .set((eb) => ({ claim, due_at: LEASE, tries: eb('tries', '+', 1) }))
      .where('id', '=', next.id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    if (row.owner_id !== null)
      await tx
        .insertInto('media_turns')
        .values({ owner_id: row.owner_id, lane, served_at: sql<string>`now()` })
        .onConflict((conflict) =>
          conflict.columns(['owner_id', 'lane']).doUpdateSet({ served_at: sql<string>`now()` }),
        )
        .execute()
    return { ...row, key: row.key ?? '', claim, extra: next.extra }
  })
}

/** Renews these claims and returns the ones that are still valid. */
export async function renewClaims(db: Db, claims: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .updateTable('media')
    .set({ due_at: LEASE })
    .where('claim', 'in', claims)
    .returning('claim')
    .execute()
  return new Set(rows.map((row) => row.claim ?? ''))
}

/**
 * Puts an item back in the queue, to be retried in `seconds`. If `counted` is false, the attempt doesn't count, because
 * the file didn't cause the failure.
 */
export async function releaseClaim(
  db: Db,
  { id, claim }: Claimed,
  { seconds, counted }: { seconds: number; counted: boolean },
): Promise<void> {
  await db
    .updateTable('media')
    .set({
      claim: null,
      due_at: inSeconds(seconds),
      ...(counted ? {} : { tries: sql<number>`greatest(tries - 1, 0)` }),
    })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()
}
