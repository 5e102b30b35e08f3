import { LIMITS } from '@nollie/contract/limits'
import { type RawBuilder, sql } from 'kysely'

/** Whether nobody confirmed spot `s` for long, or since its source has it no more. */
export const IS_DOUBTFUL = sql<boolean>`(coalesce(s.confirmed_at, case when s.source is null then s.created_at end, '-infinity')
  < greatest(now() - make_interval(months => ${sql.lit(LIMITS.check_doubt_months)}), s.source_missing_since))`

/** Whether one cannot skate spot `s` for now, although it is there. */
export const IS_STOPPED = sql<boolean>`coalesce(s.spot_state in ('skatestopped', 'under_construction', 'closed'), false)`

/** How the pin of spot `s` looks: a `PinLook`. */
export const PIN_LOOK = sql`case when s.status = 'gone' then 'gone' when ${IS_STOPPED} then 'stopped'
  when ${IS_DOUBTFUL} then 'doubtful' else 'fresh' end`

/** Spots `s` that are not gone and stand so, for the filters of the map. */
export const STANDS: Readonly<Record<'confirmed' | 'doubtful' | 'stopped', RawBuilder<boolean>>> = {
  confirmed: sql<boolean>`(not ${IS_STOPPED} and not ${IS_DOUBTFUL})`,
  doubtful: sql<boolean>`(not ${IS_STOPPED} and ${IS_DOUBTFUL})`,
  // Whatever is stopped has such a check: they are few, and found by an index.
  stopped: sql<boolean>`(${IS_STOPPED} and s.id in (
    select c.spot_id from checks c where c.answer in ('skatestopped', 'under_construction', 'closed')))`,
}
