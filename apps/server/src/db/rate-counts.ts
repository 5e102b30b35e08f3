import { sql } from 'kysely'
import type { RateCounts, RateHit } from '../platform/http/index.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import type { Db } from './open.ts'
import { preparedStatement } from './prepared.ts'

// Rows are locked in a fixed order, so that two processes with the same windows don't deadlock.
const addAll = preparedStatement<{ ordinal: number; times: number; seconds_left: number }>(
  'rates_add',
  () => sql`
    with hit as materialized (
      select ordinal, name, subject, seconds, times,
        to_timestamp(floor(extract(epoch from now()) / seconds) * seconds) as window_start
      from unnest($1::text[], $2::text[], $3::int[], $4::int[])
        with ordinality hit (name, subject, seconds, times, ordinal)
    ), counted as (
      insert into rate_counts as r (name, subject, window_start, times)
      select name, subject, window_start, times from hit order by 1, 2, 3
      on conflict (name, subject, window_start) do update set times = r.times + excluded.times
      returning name, subject, window_start, times
    )
    select hit.ordinal::int, counted.times,
      ceil(extract(epoch from window_start - now()) + hit.seconds)::int as seconds_left
    from hit join counted using (name, subject, window_start)`,
)

/**
 * Adds to the counts of these windows, which must be distinct. Returns each window's new count and remaining seconds.
 */
async function addToRates(
  db: Db,
  hits: readonly RateHit[],
): Promise<{ times: number; secondsLeft: number }[]> {
  const rows = await addAll(db, [
    hits.map(({ name }) => name),
    hits.map(({ subject }) => subject),
    hits.map(({ seconds }) => seconds),
    hits.map(({ times }) => times),
  ])
  const counted = new Map(rows.map((row) => [row.ordinal, row]))
  return hits.map(({ times, seconds }, index) => {
    const row = counted.get(index + 1)
    return { times: row?.times ?? times, secondsLeft: row?.seconds_left ?? seconds }
  })
}

/** Creates a store for the rate limits' counts in this database. */
export function createRateCounts(db: Db): RateCounts {
  return { add: (hits) => addToRates(db, hits) }
}

/** Adds to one window's count, in the caller's transaction if there is one. */
export async function addToRate(db: Db, hit: RateHit): Promise<{ times: number; secondsLeft: number }> {
  const [counted] = await addToRates(db, [hit])
  return counted ?? { times: hit.times, secondsLeft: hit.seconds }
}

/** Deletes the counts for windows that ended more than a day ago. */
export function deleteOldRates(db: Db): Promise<void> {
  return deleteInBatches(db, 'rate_counts', sql`window_start < now() - interval '1 day'`)
}
