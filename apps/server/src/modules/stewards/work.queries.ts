import type { StewardWork } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { isInArea } from './rights.queries.ts'

/** Maximum number of open items per kind. Once some are decided, the next ones appear. */
const WORK_SHOWN = 30

const SPOT = sql`json_build_object('id', s.id, 'name', s.name)`

// There are few open reports and suggestions, so they're read through their indexes, and each is checked for a spot in
// the area. Omits the viewer's own spots, because other stewards decide on those.
function listed(item: RawBuilder<unknown>, from: RawBuilder<unknown>, viewer: string, order: string) {
  return sql`(
  select coalesce(json_agg(line.item), '[]') from (
    select ${item} as item from steward_areas area cross join ${from}
    where area.id = which.id and ${isInArea('area', 's')} and s.created_by is distinct from ${viewer}
    order by ${sql.ref(order)} limit ${sql.lit(WORK_SHOWN)}) line)`
}

function doubtful(viewer: string) {
  return sql`(
  select coalesce(json_agg(line.item), '[]') from (
    select json_build_object('id', s.id, 'name', s.name, 'confirmed_at', ${moment('s.confirmed_at')}) as item
    from steward_areas area cross join lateral (select s.* from spots_around(area.bounds) s
      where s.status = 'open' and ${isInArea('area', 's')}
        and coalesce(s.confirmed_at, case when s.source is null then s.created_at end, '-infinity')
          < now() - make_interval(months => ${sql.lit(LIMITS.check_doubt_months)})) s
    where area.id = which.id
      and not exists (select from withheld_spots(${viewerId(viewer)}) withheld where withheld.id = s.id offset 0)
    order by s.confirmed_at nulls last, s.id limit ${sql.lit(WORK_SHOWN)}) line)`
}

/** Returns the open tasks for an area's stewards. */
export async function selectWork(
  db: Db,
  viewer: string,
  area_id: string,
): Promise<Omit<StewardWork, 'area'>> {
  const me = viewerId(viewer)
  const report = sql`json_build_object('case_id', c.id, 'spot', ${SPOT}, 'words', c.words, 'created_at', ${moment('c.created_at')},
    'reports', (select coalesce(json_agg(json_build_object('report_type', r.report_type, 'description', r.description)), '[]')
      from (select * from reports where case_id = c.id order by created_at, id limit 20) r))`
  const suggestion = sql`json_build_object('change_id', c.id, 'spot', ${SPOT}, 'fields', c.fields,
    'created_at', ${moment('c.created_at')})`
  const appeal = sql`json_build_object('case_id', c.id, 'spot', ${SPOT}, 'action', d.action, 'reason', d.reason,
    'appeal', json_build_object('words', a.words, 'created_at', ${moment('a.created_at')}, 'outcome', null, 'answer', null))`
  const { rows } = await sql<Omit<StewardWork, 'area'>>`
    select ${listed(
      report,
      sql`report_cases c join visible_spots(${me}) s on s.id = c.spot_id and c.status = 'open' and c.kind = 'spot'`,
      viewer,
      'c.created_at',
    )} as reports,
    ${listed(suggestion, sql`fact_suggestions c join visible_spots(${me}) s on s.id = c.spot_id and c.state = 'open'`, viewer, 'c.id')}
      as suggestions,
    ${listed(
      appeal,
      sql`appeals a join moderation_decisions d on d.id = a.decision_id and a.outcome is null and d.as_steward
        and d.admin_id is distinct from ${viewer}
        join report_cases c on c.id = d.case_id and c.owner_id is distinct from ${viewer} join visible_spots(${me}) s on s.id = c.spot_id`,
      viewer,
      'a.created_at',
    )} as appeals,
    ${doubtful(viewer)} as doubtful
    from (select ${area_id}::uuid as id) which`.execute(db)
  return rows[0] ?? { reports: [], suggestions: [], appeals: [], doubtful: [] }
}
