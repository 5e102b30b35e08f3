import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/open.ts'
import { looksTheSame } from '../../media/index.ts'
import { viewerId } from '../../blocks/index.ts'
import { boxAround } from './box-around.ts'
import type { SpotPoint, Point } from '../spots.queries.ts'

/**
 * SQL for the Morton code squares that contain everything within `metres` of these points. Each row has a `slot` (the
 * index in `points`), `square`, and `below`: `qk >= square << below and qk < (square + 1) << below`.
 */
export function squaresAround(points: readonly Point[], metres: number): RawBuilder<unknown> {
  const corners = points.flatMap((point, slot) => {
    const box = boxAround(point, metres)
    return box.corners.map((corner) => ({ ...corner, slot, below: 52 - 2 * box.level }))
  })
  return sql`(
    select distinct slot, below, nollie_quadkey(latitude, longitude) >> below as square
    from unnest(${corners.map(({ slot }) => slot)}::int[], ${corners.map(({ below }) => below)}::int[],
      ${corners.map(({ latitude }) => latitude)}::float8[], ${corners.map(({ longitude }) => longitude)}::float8[])
      corner (slot, below, latitude, longitude))`
}

/** A spot near a point, with the values needed to compare it. */
export type Around = SpotPoint & {
  name: string
  name_is_guess: boolean
  spot_types: string[] | null
  slot: number
}

/**
 * Returns every visible spot within `metres` of these points, plus some farther ones, unordered. `slot` is the index in
 * `points`.
 */
export async function selectAround(
  db: Db,
  viewer: string | null,
  points: readonly Point[],
  metres: number,
): Promise<Around[]> {
  const { rows } = await sql<Around>`
    select squares.slot, near.id, near.name, near.name_is_guess, near.spot_types, near.latitude, near.longitude
    from ${squaresAround(points, metres)} squares
    cross join lateral (
      select id, name, name_is_guess, spot_types, latitude, longitude from visible_spots(${viewerId(viewer)})
      where qk >= squares.square << squares.below and qk < (squares.square + 1) << squares.below
      limit 500
    ) near`.execute(db)
  return rows
}

/**
 * Like {@link selectAround}, but uses the exact positions that only some people can see, if the viewer is one of them.
 */
export async function selectExactAround(
  db: Db,
  viewer: string,
  point: Point,
  metres: number,
): Promise<Around[]> {
  const { rows } = await sql<Around>`
    select squares.slot, s.id, s.name, s.name_is_guess, s.spot_types, exact.latitude, exact.longitude
    from ${squaresAround([point], metres)} squares
    join exact_positions(${viewerId(viewer)}) exact
      on exact.qk >= squares.square << squares.below and exact.qk < (squares.square + 1) << squares.below
    join visible_spots(${viewerId(viewer)}) s on s.id = exact.spot_id
    limit 500`.execute(db)
  return rows
}

/** Maximum number of a spot's newest photos to compare. */
const PICTURES_COMPARED = 24

/** Returns the spots with an image like one of these files. Compares only images that the viewer can see. */
export async function selectSamePictures(
  db: Db,
  viewer: string | null,
  { media_ids, spot_ids }: { media_ids: readonly string[]; spot_ids: readonly string[] },
): Promise<Set<string>> {
  if (media_ids.length === 0 || spot_ids.length === 0) return new Set()
  const me = viewerId(viewer)
  const { rows } = await sql<{ id: string }>`
    select near.id from unnest(${spot_ids}::uuid[]) near (id)
    where exists (
      select from (
        select m.* from posts p join post_media pm on pm.post_id = p.id join visible_media(${me}) m on m.id = pm.media_id
        where p.spot_id = near.id and m.picture_hash is not null
        order by p.created_at desc, p.id desc limit ${PICTURES_COMPARED}
      ) theirs
      join media own on own.id = any (${media_ids}::uuid[]) and own.owner_id = ${me} and ${looksTheSame('own', 'theirs')})`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
