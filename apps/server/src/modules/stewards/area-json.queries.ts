import type { Bulletin, NamedArea, SpotOfArea } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { ViewerInSql } from '../blocks/index.ts'
import { selectSpotState } from '../notifications/index.ts'
import { personJson } from '../profiles/index.ts'

/** SQL for the area `area` as JSON with its id and name. */
export function areaNameJson(area: string): RawBuilder<NamedArea> {
  return sql<NamedArea>`json_build_object('id', ${sql.ref(`${area}.id`)}, 'name', ${sql.ref(`${area}.name`)})`
}

/** SQL for the corners of area `area`, in order and with normalized longitudes. Polygon text is `((x,y),(x,y))`. */
export function cornersJson(area: string): RawBuilder<{ latitude: number; longitude: number }[]> {
  return sql`(
  select json_agg(json_build_object('latitude', corner.pair[2]::float8,
    'longitude', corner.pair[1]::float8 - case when corner.pair[1]::float8 > 180 then 360 else 0 end) order by corner.n)
  from regexp_matches(${sql.ref(`${area}.shape`)}::text, '\\(([-+.0-9e]+),([-+.0-9e]+)\\)', 'g')
    with ordinality corner (pair, n))`
}

/** The person in `column`, for a viewer. Null for former members, suspended people, and people hidden by a block. */
export function shownPerson(viewer: ViewerInSql, column: string): RawBuilder<unknown> {
  return sql`(
  select ${personJson('who')} from visible_people(${viewer}) who
  where who.user_id = ${sql.ref(column)} and who.former_at is null)`
}

/** SQL for bulletin `b`, for a viewer. */
export function bulletinJson(viewer: ViewerInSql): RawBuilder<Bulletin> {
  return sql<Bulletin>`json_build_object('id', b.id,
  'area', (select ${areaNameJson('its')} from steward_areas its where its.id = b.area_id),
  'spot', (select json_build_object('id', pinned.id, 'name', pinned.name) from visible_spots(${viewer}) pinned
    where pinned.id = b.spot_id),
  'user', ${shownPerson(viewer, 'b.user_id')}, 'content', b.content, 'starts_at', ${moment('b.starts_at')},
  'ends_at', ${moment('b.ends_at')}, 'is_own', coalesce(b.user_id = ${viewer}, false))`
}

/** SQL for spot `s` as an entry on an area's page. */
export const spotLineJson: RawBuilder<SpotOfArea> = sql<SpotOfArea>`json_build_object('id', s.id, 'name', s.name,
  'city', s.city, 'state', ${selectSpotState('s')}, 'created_at', ${moment('s.created_at')})`
