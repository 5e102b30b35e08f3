import type { Precision, SpotState, SpotCondition } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../../db/json.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { selectSpotState } from '../../notifications/index.ts'
import { LIMITS } from '@nollie/contract/limits'

/** Whether no one has confirmed spot `s` for too long, or since its source stopped listing it. */
export const IS_DOUBTFUL = sql<boolean>`(coalesce(s.confirmed_at, case when s.source is null then s.created_at end, '-infinity')
  < greatest(now() - make_interval(months => ${sql.lit(LIMITS.check_doubt_months)}), s.source_missing_since))`

/** Whether spot `s` exists but can't be skated right now. */
export const IS_STOPPED = sql<boolean>`coalesce(s.spot_state in ('skatestopped', 'under_construction', 'closed'), false)`

/** SQL for spot `s`'s pin style, a `PinLook`. */
export const PIN_LOOK = sql`case when s.status = 'gone' then 'gone' when ${IS_STOPPED} then 'stopped'
  when ${IS_DOUBTFUL} then 'doubtful' else 'fresh' end`

/** SQL for spot `s`'s rank among pins, as `rankPin` computes it. */
export const PIN_RANK = sql`(case when s.cover_media_id is null then 0 else 2 end
  + case when s.has_video or s.confirmed_by > 1 then 1 else 0 end)`

/** For each filter by condition, the SQL for an existing spot `s`. */
export const HAS_CONDITION: Readonly<Record<'confirmed' | 'doubtful' | 'stopped', RawBuilder<boolean>>> = {
  confirmed: sql<boolean>`(not ${IS_STOPPED} and not ${IS_DOUBTFUL})`,
  doubtful: sql<boolean>`(not ${IS_STOPPED} and ${IS_DOUBTFUL})`,
  // Every spot that can't be skated has such a report. An index finds these reports quickly, because there are few.
  stopped: sql<boolean>`(${IS_STOPPED} and s.id in (
    select c.spot_id from checks c where c.answer in ('skatestopped', 'under_construction', 'closed')))`,
}

/** The condition of spot `s`. The column `status` says whether it still exists; `spot_state` has everything else. */
const STATE = selectSpotState('s')

/** SQL for spot `s`'s condition as JSON, a `SpotCondition`. */
export const SPOT_CONDITION_JSON: RawBuilder<SpotCondition> = sql<SpotCondition>`json_build_object(
  'state', ${STATE}, 'until', case when s.status <> 'gone' then s.state_until end,
  'confirmed_at', ${moment('s.confirmed_at')}, 'confirmed_by', s.confirmed_by,
  'is_doubtful', s.status <> 'gone' and ${IS_DOUBTFUL})`

/** The spot columns that status reports change. */
export type SpotConditionRow = {
  /** The displayed position. */
  latitude: number
  longitude: number
  precision: Precision
  created_by: string | null
  version: number
  status: 'open' | 'gone'
  state: SpotState
}

/** Locks a spot until the transaction ends. Returns undefined if it's deleted. */
export async function lockSpotCondition(tx: Tx, id: string): Promise<SpotConditionRow | undefined> {
  const { rows } = await sql<SpotConditionRow>`
    select s.latitude, s.longitude, s.precision, s.created_by, s.version, s.status, ${STATE} as state
    from spots s where s.id = ${id} and s.deleted_at is null for no key update`.execute(tx)
  return rows[0]
}

/** Whether a spot's condition is currently set by a steward. */
export async function isSettled(tx: Tx, spot_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from spot_settlements where spot_id = ${spot_id} and not is_over`.execute(tx)
  return rows.length > 0
}

/** Returns a spot's condition. */
export async function selectSpotCondition(db: Db, id: string): Promise<SpotCondition> {
  const { rows } = await sql<{ condition: SpotCondition }>`
    select ${SPOT_CONDITION_JSON} as condition from spots s where s.id = ${id}`.execute(db)
  if (!rows[0]) throw new Error(`no spot ${id}`)
  return rows[0].condition
}

/** Takes spots off the map that have been `gone` for a year, and fills in missing `gone_since` dates. */
export async function takeOffMap(tx: Tx, limit: number): Promise<number> {
  const gone = sql`select f.spot_id from spot_facets f where f.facet = 20`
  // Spots marked before `gone_since` was recorded get the date from the history.
  await sql`
    update spots s set gone_since = coalesce(
      (select max(e.created_at) from spot_edits e where e.spot_id = s.id and e.action = 'status'), now())
    where s.id in (
      select id from spots where id in (${gone}) and status = 'gone' and gone_since is null
      limit ${limit} for no key update skip locked)`.execute(tx)
  const { numAffectedRows } = await sql`
    update spots s set left_map_at = now() where s.id in (
      select id from spots where id in (${gone}) and status = 'gone' and left_map_at is null
        and gone_since < now() - interval '1 year'
      order by id limit ${limit} for no key update skip locked)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
