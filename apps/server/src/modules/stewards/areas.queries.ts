import { type Area, type AreaInView, type Box, type NamedArea, unwrapped } from '@nollie/contract'
import type { Corner } from '@nollie/contract/stewards'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { isForEverybody } from '../audiences/index.ts'
import { viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'
import { areaNameJson, bulletinJson, cornersJson, shownPerson, spotLineJson } from './area-json.queries.ts'
import { isInArea, isStewardAt, isStewardOf } from './rights.queries.ts'

/** Maximum number of areas in view, and of bulletins per area (in view and on its page). */
const AREAS_SHOWN = 20
const BULLETINS_IN_VIEW = 3
const BULLETINS_SHOWN = 50
/** Maximum number of spots in each list on an area's page. */
const SPOTS_SHOWN = 12

/** Writes corners in PostgreSQL's polygon format. */
export function polygonText(corners: readonly Corner[]): string {
  return `(${unwrapped(corners)
    .map(({ longitude, latitude }) => `(${longitude},${latitude})`)
    .join(',')})`
}

function isFollowed(viewer: string | null, area: string) {
  return viewer === null
    ? sql`false`
    : sql`exists (select from area_follows f where f.user_id = ${viewer} and f.area_id = ${sql.ref(`${area}.id`)})`
}

function selectBulletins(viewer: string | null, area: string, limit: number) {
  const me = viewerId(viewer)
  return sql`(select coalesce(json_agg(${bulletinJson(me)} order by b.starts_at, b.id), '[]') from (
    select b.* from visible_bulletins(${me}) b where b.area_id = ${sql.ref(`${area}.id`)}
    order by b.starts_at, b.id limit ${sql.lit(limit)}) b)`
}

/** Returns the areas that intersect a box, smallest first. */
export async function selectAreasIn(
  db: Db,
  viewer: string | null,
  { west, south, east, north }: Box,
): Promise<AreaInView[]> {
  // The box can start on either side of the date line, and an area can extend across it.
  const boxes = [-360, 0, 360].map(
    (turn) => sql`area.bounds && box(point(${west + turn}, ${south}), point(${east + turn}, ${north}))`,
  )
  const { rows } = await sql<{ item: AreaInView }>`
    select json_build_object('id', area.id, 'name', area.name, 'corners', ${cornersJson('area')},
      'is_followed', ${isFollowed(viewer, 'area')},
      'bulletins', ${selectBulletins(viewer, 'area', BULLETINS_IN_VIEW)}) as item
    from steward_areas area where ${sql.join(boxes, sql` or `)}
    order by area(area.bounds), area.id limit ${AREAS_SHOWN}`.execute(db)
  return rows.map(({ item }) => item)
}

function selectSpots(where: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  return sql`(
  select coalesce(json_agg(line.item), '[]') from (
    select ${spotLineJson} as item from spots_around(area.bounds) s
    where ${isForEverybody('s')} and ${isInArea('area', 's')} and ${where}
    order by ${order} limit ${sql.lit(SPOTS_SHOWN)}) line)`
}

/** Returns an area's page. Its spots are public. */
export async function findArea(db: Db, viewer: string | null, id: string): Promise<Area | undefined> {
  const me = viewerId(viewer)
  const { rows } = await sql<{ item: Area }>`
    select json_build_object('id', area.id, 'name', area.name, 'corners', ${cornersJson('area')},
      'is_followed', ${isFollowed(viewer, 'area')}, 'bulletins', ${selectBulletins(viewer, 'area', BULLETINS_SHOWN)},
      'stewards', (select coalesce(json_agg(${personJson('steward')} order by named.since), '[]') from area_stewards named
        join visible_people(${me}) steward on steward.user_id = named.user_id
        where named.area_id = area.id),
      'is_steward', ${isStewardOf(me, 'area.id')},
      'new_spots', ${selectSpots(sql`s.status = 'open' and s.left_map_at is null`, sql`s.created_at desc, s.id desc`)},
      'changed_spots', ${selectSpots(
        sql`(s.spot_state in ('skatestopped', 'under_construction', 'closed') or s.status = 'gone') and s.left_map_at is null`,
        sql`s.updated_at desc, s.id desc`,
      )}) as item
    from steward_areas area where area.id = ${id}`.execute(db)
  return rows[0]?.item
}

/** Returns an area's id and name. */
export function findAreaName(db: Db, id: string): Promise<NamedArea | undefined> {
  return db.selectFrom('steward_areas').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
}

/** Returns a steward's areas, for a viewer who can see that person. */
export async function selectAreasOf(
  db: Db,
  viewer: string | null,
  user_id: string,
): Promise<NamedArea[] | undefined> {
  const { rows } = await sql<{ items: NamedArea[] }>`
    select (select coalesce(json_agg(${areaNameJson('area')} order by area.name), '[]')
      from area_stewards named join steward_areas area on area.id = named.area_id
      where named.user_id = p.user_id) as items
    from visible_people(${viewerId(viewer)}) p where p.user_id = ${user_id} and p.former_at is null`.execute(
    db,
  )
  return rows[0]?.items
}

/** The stewards' areas, bulletins, and decisions at a spot. */
export type StewardshipRow = {
  areas: NamedArea[]
  bulletins: AreaInView['bulletins']
  settlement: {
    state: 'open' | 'skatestopped' | 'under_construction' | 'closed' | 'gone'
    until: string
    user: null
  } | null
  is_steward: boolean
  created_by: string | null
}

/** Returns stewards' activity at a spot that the viewer can see. */
export async function selectStewardship(
  db: Db,
  viewer: string | null,
  spot_id: string,
): Promise<StewardshipRow | undefined> {
  const me = viewerId(viewer)
  const { rows } = await sql<StewardshipRow>`
    with areas as (
      select area.id, area.name from spots s join steward_areas area
        on (area.bounds @> box(point(s.longitude, s.latitude), point(s.longitude, s.latitude))
          or area.bounds @> box(point(s.longitude + 360, s.latitude), point(s.longitude + 360, s.latitude)))
        and ${isInArea('area', 's')}
      where s.id = ${spot_id}
    )
    select s.created_by, ${isStewardAt(me, 's')} as is_steward,
      (select coalesce(json_agg(${areaNameJson('areas')} order by ${isStewardOf(me, 'areas.id')} desc, areas.name), '[]')
        from areas) as areas,
      (select coalesce(json_agg(${bulletinJson(me)} order by b.spot_id is null, b.starts_at, b.id), '[]') from (
        select b.* from visible_bulletins(${me}) b
        where b.spot_id = s.id or b.spot_id is null and b.area_id in (select id from areas)
        order by b.spot_id is null, b.starts_at, b.id limit 20) b) as bulletins,
      (select json_build_object('state', settled.state, 'until', settled.until::text,
        'user', ${shownPerson(me, 'settled.user_id')})
        from spot_settlements settled where settled.spot_id = s.id and not settled.is_over) as settlement
    from visible_spots(${me}) s where s.id = ${spot_id}`.execute(db)
  return rows[0]
}
