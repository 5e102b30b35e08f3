import { AUDIENCES, isAudienceOf, type Viewer } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { contains } from '../../db/text-search.ts'
import { viewerId } from '../blocks/index.ts'
import { squaresAround } from '../spots/index.ts'
import { isStewardAt } from '../stewards/index.ts'

/** A keyset position: the last pair on a page. */
export type PairCursor = { likeness: number; spot_id: string; other_id: string }

/** Audiences whose members don't depend on who created a spot or whom its creator blocks. */
const SHARED = sql.join(
  AUDIENCES.filter((audience) => isAudienceOf(audience, 'blocked')).map((audience) => sql.lit(audience)),
)

/**
 * Whether the same people see spots `a` and `b` and their exact positions. Merging also requires the right permissions,
 * and that the spots are close enough (`whyNot` in the service). For other pairs, distances are neither stored nor
 * shown.
 */
export function canBeOne(one: string, other: string): RawBuilder<boolean> {
  const [a, b] = [sql.ref(one), sql.ref(other)]
  return sql<boolean>`(${a}.audience = ${b}.audience and ${a}.audience <> 'crew'
    and (${a}.audience in (${SHARED}) or ${a}.created_by is not distinct from ${b}.created_by)
    and 'exact' = all (array[${a}.precision, ${b}.precision])
    and coalesce(${a}.opens_at, ${b}.opens_at) is null)`
}

/** A pair in the work list. */
export type PairRow = PairCursor & {
  metres: number
  same_picture: boolean
  found_at: string
  /** Whether `other_id` is the older of the two spots. */
  other_is_older: boolean
}

/** SQL for `mayMerge` in the contract, for spots `a` and `b` that the viewer can see, with its `and`. */
function andMayMerge(viewer: Viewer): RawBuilder<unknown> {
  return viewer.is_admin
    ? sql``
    : sql`and (a.created_by = ${viewer.user_id} and b.created_by = ${viewer.user_id}
        or ${isStewardAt(viewerId(viewer.user_id), 'a')} and ${isStewardAt(viewerId(viewer.user_id), 'b')})`
}

/**
 * SQL for the spots that a viewer may be able to merge: their own, and the ones in and around their areas. Reduces the
 * number of pairs to check.
 */
function theirSpots(by: string): RawBuilder<unknown> {
  return sql`(
  select own.id from spots own where own.created_by = ${by} and own.deleted_at is null
  union all select s.id from area_stewards named join steward_areas area on area.id = named.area_id
    cross join lateral spots_around(area.bounds) s where named.user_id = ${by})`
}

/** Returns open pairs that the viewer can merge, most similar first. */
export async function selectPairs(
  db: Db,
  viewer: Viewer,
  { spot_id, after, limit }: { spot_id: string | undefined; after: PairCursor | null; limit: number },
): Promise<PairRow[]> {
  const me = viewerId(viewer.user_id)
  const one = spot_id ? sql`and (t.spot_id = ${spot_id} or t.other_id = ${spot_id})` : sql``
  const rest = after
    ? sql`and (-t.likeness, t.spot_id, t.other_id) > (-${after.likeness}::real, ${after.spot_id}::uuid, ${after.other_id}::uuid)`
    : sql``
  const { rows } = await sql<PairRow>`
    select t.likeness, t.spot_id, t.other_id, t.metres, t.same_picture, ${moment('t.found_at')} as found_at,
      (b.created_at, b.id) < (a.created_at, a.id) as other_is_older
    from twin_pairs t join visible_spots(${me}) a on a.id = t.spot_id join visible_spots(${me}) b on b.id = t.other_id
    where t.state = 'open' ${one} ${rest} and ${canBeOne('a', 'b')}
      ${viewer.is_admin ? sql`` : sql`and t.spot_id in ${theirSpots(viewer.user_id)}`}
      ${andMayMerge(viewer)}
    order by t.likeness desc, t.spot_id, t.other_id limit ${limit}`.execute(db)
  return rows
}

/** A spot that can be selected for a merge. See {@link canBeOne} for `can_be_one`. */
export type MergeableRow = { id: string; latitude: number; longitude: number; can_be_one: boolean }

/** Returns spots near a given one that the viewer could merge with it and whose names contain `q`. */
export async function selectMergeable(
  db: Db,
  viewer: Viewer,
  {
    spot,
    q,
    metres,
  }: { spot: { id: string; latitude: number; longitude: number }; q: string; metres: number },
): Promise<MergeableRow[]> {
  const me = viewerId(viewer.user_id)
  const named = q === '' ? sql`` : sql`and ${contains(sql`b.search_name`, q)}`
  const { rows } = await sql<MergeableRow>`
    select near.id, near.latitude, near.longitude, near.can_be_one
    from visible_spots(${me}) a cross join ${squaresAround([spot], metres)} squares cross join lateral (
      select b.id, b.latitude, b.longitude, ${canBeOne('a', 'b')} as can_be_one from visible_spots(${me}) b
      where b.qk >= squares.square << squares.below and b.qk < (squares.square + 1) << squares.below
        and b.id <> a.id ${named} ${andMayMerge(viewer)}
      limit 500
    ) near
    where a.id = ${spot.id}`.execute(db)
  return rows
}

/** Marks two spots as not duplicates, even if the nightly job never paired them. */
export async function dismissPair(
  tx: Tx,
  { spot_id, other_id, metres, by }: { spot_id: string; other_id: string; metres: number; by: string },
): Promise<void> {
  const [low, high] = spot_id < other_id ? [spot_id, other_id] : [other_id, spot_id]
  await sql`
    insert into twin_pairs (spot_id, other_id, likeness, metres, state, decided_by, decided_at)
    values (${low}, ${high}, 0, ${metres}, 'dismissed', ${by}, now())
    on conflict (spot_id, other_id) do update set state = 'dismissed', decided_by = ${by}, decided_at = now()`.execute(
    tx,
  )
}
