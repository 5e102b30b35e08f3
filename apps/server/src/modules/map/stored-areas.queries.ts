import type { Box } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { exactly, joinExact } from '../spots/index.ts'
import { inBox } from './map-search.queries.ts'
import type { Range } from './morton-ranges.ts'
import { toBoxRanges } from './ranges-around.ts'

/** A keyset position in an area's spots, which are sorted by Morton code. */
export type AreaPosition = { qk: number; id: string }

function rangesFrom(box: Box, after: AreaPosition | null): Range[] {
  return toBoxRanges(box).filter(({ high }) => !after || high > after.qk)
}

function spotsIn(viewer: string | null, box: Box, after: AreaPosition | null, limit: number) {
  const ranges = rangesFrom(box, after)
  const page = after ? sql`and (s.qk, s.id) > (${after.qk}::bigint, ${after.id}::uuid)` : sql``
  return sql`(
    select spot.* from unnest(${ranges.map(({ low }) => low)}::bigint[], ${ranges.map(({ high }) => high)}::bigint[])
      r (low, high)
    cross join lateral (
      select s.qk, s.id, s.cover_media_id from visible_spots(${viewerId(viewer)}) s
      where s.left_map_at is null and s.qk >= r.low and s.qk < r.high and ${inBox(box)} ${page}
      order by s.qk, s.id limit ${limit}
    ) spot
    order by spot.qk, spot.id limit ${limit}
  )`
}

/** Returns the visible spots in a box after a keyset position, sorted by Morton code. Includes removed spots. */
export async function selectAreaSpots(
  db: Db,
  viewer: string | null,
  box: Box,
  after: AreaPosition | null,
  limit: number,
): Promise<AreaPosition[]> {
  const { rows } =
    await sql<AreaPosition>`select qk, id from ${spotsIn(viewer, box, after, limit)} spot`.execute(db)
  return rows
}

/** Counts the visible spots in a box, up to `cap`, and how many have a cover photo. */
export async function countAreaSpots(
  db: Db,
  viewer: string,
  box: Box,
  cap: number,
): Promise<{ spots: number; pictures: number }> {
  const { rows } = await sql<{ spots: number; pictures: number }>`
    select count(*)::int as spots, count(cover_media_id)::int as pictures
    from ${spotsIn(viewer, box, null, cap)} spot`.execute(db)
  return rows[0] ?? { spots: 0, pictures: 0 }
}

/** Returns the fields that filters need for these spots, in addition to the card. */
export async function selectAreaFacts(
  db: Db,
  viewer: string,
  ids: readonly string[],
): Promise<{ id: string; address: string | null; has_video: boolean }[]> {
  const { rows } = await sql<{ id: string; address: string | null; has_video: boolean }>`
    select s.id, ${exactly('address')} as address, s.has_video from visible_spots(${viewerId(viewer)}) s ${joinExact(viewerId(viewer))}
    where s.id = any (${ids}::uuid[])`.execute(db)
  return rows
}
