import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { DRYING_OF } from './drying.ts'
import { type KnownFacts, UNKNOWN } from './ground-facts.ts'

/** Returns the known facts about a spot. */
export async function selectKnownFacts(db: Db, spot_id: string): Promise<KnownFacts> {
  return (
    (await db
      .selectFrom('spot_facts')
      .select(['surface', 'roof', 'light_at_night', 'opening_hours'])
      .where('spot_id', '=', spot_id)
      .executeTakeFirst()) ?? UNKNOWN
  )
}

/** Whether spot `s` is known to be lit after dark. */
export function isLit(): RawBuilder<boolean> {
  return sql<boolean>`exists (select from spot_facts f
  where f.spot_id = s.id and f.light_at_night in ('partial', 'full'))`
}

/** Whether spot `s` is known to be closed at a given time, according to its opening hours. */
export function isClosed(at: Date): RawBuilder<boolean> {
  const now = sql`(${at.toISOString()}::timestamptz at time zone f.time_zone)`
  // If opening hours differ by month, the list starts with an empty week, followed by one week per month.
  return sql<boolean>`exists (select from spot_facts f cross join lateral (
      select (extract(isodow from ${now})::int - 1) * 1440 + extract(hour from ${now})::int * 60
        + extract(minute from ${now})::int as minute, extract(month from ${now})::int * 7 * 1440 as month
    ) clock where f.spot_id = s.id and f.open_minutes is not null
    and not f.open_minutes @> clock.minute and not f.open_minutes @> (clock.month + clock.minute))`
}

const wetBySurface = sql.join(
  Object.entries(DRYING_OF).map(
    ([surface, drying]) => sql`when ${sql.lit(surface)} then ${sql.ref(`w.wet_${drying}`)}`,
  ),
  sql` `,
)

/**
 * SQL for when spot `s` is wet, given weather `w`; null under a roof. If facts are unknown, assumes uncovered normal
 * ground.
 */
export function wetTimes(): RawBuilder<unknown> {
  return sql`(select case
    when f.roof = 'full' then null
    else case f.surface ${wetBySurface} else w.wet_normal end end
  from (values (s.id)) one (id) left join spot_facts f on f.spot_id = one.id)`
}
