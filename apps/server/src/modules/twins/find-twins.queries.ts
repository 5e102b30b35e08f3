import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { looksTheSame } from '../media/index.ts'
import { squaresAround } from '../spots/index.ts'
import { canBeOne } from './pairs.queries.ts'

/** A spot as compared by the nightly job. */
export type ComparedSpot = {
  id: string
  name: string
  name_is_guess: boolean
  spot_types: string[] | null
  latitude: number
  longitude: number
}

/** Claims up to `limit` queued spots for this transaction. Other processes skip them until it ends. */
export async function takeQueued(tx: Tx, limit: number): Promise<ComparedSpot[] | null> {
  const { rows } = await sql<{ id: string }>`
    with taken as (
      delete from ${sql.table('twin_queue')} where spot_id in (
        select spot_id from twin_queue order by spot_id limit ${limit} for update skip locked)
      returning spot_id as id)
    select id from taken`.execute(tx)
  if (rows.length === 0) return null
  const found = await sql<ComparedSpot>`
    select s.id, s.name, s.name_is_guess, s.spot_types, s.latitude, s.longitude from spots s
    where s.id = any (${rows.map(({ id }) => id)}::uuid[]) and s.deleted_at is null order by s.id`.execute(tx)
  return found.rows
}

/** Returns nearby spots that the same people can see, so that a merge is possible. `slot` is the index in `spots`. */
export async function selectCandidates(
  tx: Tx,
  spots: readonly ComparedSpot[],
  metres: number,
): Promise<(ComparedSpot & { slot: number })[]> {
  const { rows } = await sql<ComparedSpot & { slot: number }>`
    select squares.slot, near.id, near.name, near.name_is_guess, near.spot_types, near.latitude, near.longitude
    from ${squaresAround(spots, metres)} squares
    join spots own on own.id = (${spots.map(({ id }) => id)}::uuid[])[squares.slot + 1]
    cross join lateral (
      select s.id, s.name, s.name_is_guess, s.spot_types, s.latitude, s.longitude from spots s
      where s.deleted_at is null and s.qk >= squares.square << squares.below
        and s.qk < (squares.square + 1) << squares.below
        and s.id <> own.id and ${canBeOne('s', 'own')}
      limit 500
    ) near`.execute(tx)
  return rows
}

/** Maximum number of a spot's newest photos to compare. */
const PICTURES_COMPARED = 24

function selectPictures(column: string) {
  return sql`(
  select m.picture_hash from posts p join post_media pm on pm.post_id = p.id join media m on m.id = pm.media_id
  where p.spot_id = ${sql.ref(column)} and p.hidden_at is null and m.picture_hash is not null
  order by p.created_at desc, p.id desc limit ${PICTURES_COMPARED})`
}

/** A pair of spots, with the lower id first. */
export type Pair = { spot_id: string; other_id: string }

/** Returns the indexes of the pairs that have similar photos. Call it only with a few pairs. */
export async function selectAlikePictures(tx: Tx, pairs: readonly Pair[]): Promise<Set<number>> {
  const { rows } = await sql<{ n: number }>`
    select pair.n::int as n
    from unnest(${pairs.map(({ spot_id }) => spot_id)}::uuid[], ${pairs.map(({ other_id }) => other_id)}::uuid[])
      with ordinality pair (spot_id, other_id, n)
    where exists (select from ${selectPictures('pair.spot_id')} one join ${selectPictures('pair.other_id')} other
      on ${looksTheSame('one', 'other')})`.execute(tx)
  return new Set(rows.map(({ n }) => n - 1))
}

/** A pair of spots that are probably the same place. */
export type FoundPair = Pair & { likeness: number; metres: number; same_picture: boolean }

/**
 * Stores the results for these spots. Adds new pairs, updates open ones, and deletes open pairs that no longer qualify.
 * A dismissed pair stays dismissed.
 */
export async function storePairs(
  tx: Tx,
  spot_ids: readonly string[],
  found: readonly FoundPair[],
): Promise<void> {
  await sql`
    delete from twin_pairs t
    where t.state = 'open' and (t.spot_id = any (${spot_ids}::uuid[]) or t.other_id = any (${spot_ids}::uuid[]))
      and not exists (
        select from unnest(${found.map(({ spot_id }) => spot_id)}::uuid[], ${found.map(({ other_id }) => other_id)}::uuid[])
          kept (spot_id, other_id)
        where kept.spot_id = t.spot_id and kept.other_id = t.other_id)`.execute(tx)
  if (found.length === 0) return
  await tx
    .insertInto('twin_pairs')
    .values([...found].sort((a, b) => (a.spot_id + a.other_id < b.spot_id + b.other_id ? -1 : 1)))
    .onConflict((conflict) =>
      conflict
        .columns(['spot_id', 'other_id'])
        .doUpdateSet((eb) => ({
          likeness: eb.ref('excluded.likeness'),
          metres: eb.ref('excluded.metres'),
          same_picture: eb.ref('excluded.same_picture'),
        }))
        .where('twin_pairs.state', '=', 'open'),
    )
    .execute()
}

/** The smallest possible id. */
export const FIRST = '00000000-0000-0000-0000-000000000000'

/** Returns how far a task has progressed through older rows, as the last id it handled. */
export async function findProgress(db: Db, work: 'spots' | 'pictures'): Promise<string> {
  const row = await db
    .selectFrom('twin_progress')
    .select('done_until')
    .where('work', '=', work)
    .executeTakeFirst()
  return row?.done_until ?? FIRST
}

/** Stores a task's progress. */
export async function saveProgress(db: Db, work: 'spots' | 'pictures', done_until: string): Promise<void> {
  await db
    .insertInto('twin_progress')
    .values({ work, done_until })
    .onConflict((conflict) => conflict.column('work').doUpdateSet({ done_until }))
    .execute()
}

/** Queues up to `limit` spots after an id, in id order. Returns the last one, or null at the end. */
export async function queueOldSpots(tx: Tx, after: string, limit: number): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with old as (
      select s.id, s.deleted_at from spots s where s.id > ${after} order by s.id limit ${limit}
    ), queued as (
      insert into twin_queue (spot_id) select id from old where deleted_at is null order by id on conflict do nothing
    )
    select id as last from old order by id desc limit 1`.execute(tx)
  return rows[0]?.last ?? null
}
