import type { SpotCard } from '@nollie/contract'
import type { Db } from '../../../db/open.ts'
import { metresBetween } from '@nollie/contract/places/metres-between'
import { type Comparable, isProbablyTwin, measureLikeness, TWIN_METRES } from './twin-likeness.ts'
import { selectCards } from '../spot-cards.queries.ts'
import { type Point } from '../spots.queries.ts'
import { selectAround, selectExactAround, selectSamePictures } from './nearby-spots.queries.ts'

/** Maximum number of possible duplicates to suggest. */
const MAX_NEARBY = 10
/** Two positions whose latitudes differ by more than this are more than {@link TWIN_METRES} apart. */
const TWIN_DEGREES = TWIN_METRES / 100_000

/** The data entered so far for a spot that is being shared. */
export type Sought = Point & {
  name?: string | undefined
  spot_types?: readonly string[] | undefined
  media_ids?: readonly string[] | undefined
}

/** Converts a spot for comparison. Unknown values count neither for nor against a match. */
function comparable({ name, spot_types }: Sought): Comparable {
  return {
    name: name ?? '',
    spot_types: spot_types ?? null,
  }
}

/**
 * Returns spots that are probably the same as one being shared, most similar first, with the distance in meters and
 * whether a photo is similar. Includes only spots the viewer can see, at the positions they see.
 */
export async function findNearbySpots(
  db: Db,
  viewer: string | null,
  sought: Sought,
): Promise<{ spot: SpotCard; metres: number; same_picture: boolean }[]> {
  const exact = viewer === null ? [] : await selectExactAround(db, viewer, sought, TWIN_METRES)
  const isExact = new Set(exact.map(({ id }) => id))
  const shown = await selectAround(db, viewer, [sought], TWIN_METRES)
  const around = [...exact, ...shown.filter(({ id }) => !isExact.has(id))]
  const close = around
    .map((spot) => ({ ...spot, metres: metresBetween(sought, spot) }))
    .filter(({ metres }) => metres <= TWIN_METRES)
  const ids = close.map(({ id }) => id)
  const pictured = await selectSamePictures(db, viewer, { media_ids: sought.media_ids ?? [], spot_ids: ids })
  const near = close
    .map((spot) => ({ ...spot, same_picture: pictured.has(spot.id) }))
    .map((spot) => ({ ...spot, likeness: measureLikeness(comparable(sought), spot, spot) }))
    .filter((spot) => spot.likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || a.metres - b.metres)
    .slice(0, MAX_NEARBY)
  const cards = new Map(
    (
      await selectCards(
        db,
        viewer,
        near.map(({ id }) => id),
      )
    ).map((card) => [card.id, card]),
  )
  return near.flatMap(({ id, metres, same_picture }) => {
    const spot = cards.get(id)
    // The match may be only near the displayed position, so check the position on the card, which may be exact.
    return spot && metresBetween(sought, spot) <= TWIN_METRES
      ? [{ spot, metres: Math.round(metres * 10) / 10, same_picture }]
      : []
  })
}

/** A spot that is probably the same as another, and its distance in meters. */
export type Near = { name: string; metres: number }

/** Returns, for each record, the nearest public spot that is probably the same. Null if there is none. */
export async function findNearestSpots(
  db: Db,
  records: readonly (Point & Comparable)[],
): Promise<(Near | null)[]> {
  const nearest: (Near | null)[] = records.map(() => null)
  for (const { slot, ...spot } of await selectAround(db, null, records, TWIN_METRES)) {
    const record = records[slot]
    if (record) nearest[slot] = nearer(nearest[slot] ?? null, record, spot)
  }
  return nearest
}

/** Returns `known` or the given spot, whichever is nearer, if the spot is probably the same as the record. */
export function nearer(
  known: Near | null,
  record: Point & Comparable,
  spot: Point & Comparable,
): Near | null {
  // Most spots are far away, and computing the exact distance is expensive.
  if (Math.abs(record.latitude - spot.latitude) > TWIN_DEGREES) return known
  const metres = metresBetween(record, spot)
  if (known !== null && known.metres <= metres) return known
  return isProbablyTwin(record, spot, { metres }) ? { name: spot.name, metres } : known
}
