import { sql } from 'kysely'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { Db } from '../../db/open.ts'

/** Adds `times` to the count of this window and gives the new count and the seconds until the window ends. */
export const addToRate = async (
  db: Db,
  hit: { name: string; subject: string; seconds: number; times: number },
): Promise<{ times: number; secondsLeft: number }> => {
  const { rows } = await sql<{ times: number; seconds_left: number }>`
    insert into rate_counts as r (name, subject, window_start, times)
    values (${hit.name}, ${hit.subject},
      to_timestamp(floor(extract(epoch from now()) / ${hit.seconds}::int) * ${hit.seconds}::int), ${hit.times})
    on conflict (name, subject, window_start) do update set times = r.times + excluded.times
    returning times,
      ceil(extract(epoch from window_start - now()) + ${hit.seconds}::int)::int as seconds_left`.execute(db)
  const row = rows[0]
  return { times: row?.times ?? hit.times, secondsLeft: row?.seconds_left ?? hit.seconds }
}

/** Deletes the counts of windows that ended more than a day ago. */
export const deleteOldRates = (db: Db): Promise<void> =>
  deleteInBatches(db, 'rate_counts', sql`window_start < now() - interval '1 day'`)
