import type { SpotCard } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import type { Db } from '../../db/open.ts'
import { selectCards } from './spot-cards.queries.ts'
import { metresBetween } from './distance.ts'
import { type Point, selectAround } from './spots.queries.ts'

/** How many nearest spots are offered as possible duplicates. */
const MAX_NEARBY = 10
/** Positions that differ by more degrees of latitude are more than `nearby_metres` apart. */
const NEARBY_DEGREES = LIMITS.nearby_metres / 100_000

const isNear = ({ metres }: { metres: number }): boolean => metres <= LIMITS.nearby_metres

/** Spots that are probably the same as one at this point, nearest first, with the distance in metres. */
export const nearbySpots = async (
  db: Db,
  viewer: string | null,
  point: Point,
): Promise<{ spot: SpotCard; metres: number }[]> => {
  const near = (await selectAround(db, viewer, [point], LIMITS.nearby_metres))
    .map((spot) => ({ id: spot.id, metres: metresBetween(point, spot) }))
    .filter(isNear)
    .sort((a, b) => a.metres - b.metres)
    .slice(0, MAX_NEARBY)
  const ids = near.map(({ id }) => id)
  const cards = new Map((await selectCards(db, viewer, ids)).map((card) => [card.id, card]))
  return near.flatMap(({ id, metres }) => {
    const spot = cards.get(id)
    return spot ? [{ spot, metres: Math.round(metres * 10) / 10 }] : []
  })
}

/** A spot that is probably the same as another, and the distance in metres. */
export type Near = { name: string; metres: number }

/** For each of these points the nearest spot for everybody that is probably the same; null where there is none. */
export const nearestSpots = async (db: Db, points: readonly Point[]): Promise<(Near | null)[]> => {
  const nearest: (Near | null)[] = points.map(() => null)
  for (const { slot, name, ...spot } of await selectAround(db, null, points, LIMITS.nearby_metres))
    nearest[slot] = nearer(nearest[slot] ?? null, points[slot] ?? spot, { ...spot, name })
  return nearest
}

/** The nearer of `known` and another spot, if that one is probably the same as a spot at the point. */
export const nearer = (known: Near | null, point: Point, spot: Point & { name: string }): Near | null => {
  // Most spots are far away, and computing the distance is expensive.
  if (Math.abs(point.latitude - spot.latitude) > NEARBY_DEGREES) return known
  const other = { name: spot.name, metres: metresBetween(point, spot) }
  return isNear(other) && (known === null || other.metres < known.metres) ? other : known
}
