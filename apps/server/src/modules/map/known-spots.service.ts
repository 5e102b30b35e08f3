import type { Db } from '../../db/open.ts'
import { runWithinSearchTime } from '../../db/text-search.ts'
import type { Filters } from './facets.ts'
import { selectKnownPins } from './known-spots.queries.ts'
import { wireText } from './map-json.ts'
import { toRanges, type TileView } from './morton-ranges.ts'

/** Maximum number of pins drawn on a map. */
const MAX_PINS = 500

/**
 * Returns the pins visible to this member in addition to the public map, as JSON text. No stored count includes them.
 * Fails with UNAVAILABLE if a search takes too long.
 */
export async function readKnownMap(
  db: Db,
  viewer: string,
  view: TileView,
  filters: Filters,
): Promise<string> {
  const pins = await runWithinSearchTime(db, (tx) =>
    selectKnownPins(tx, viewer, { z: view.z, ranges: toRanges(view) }, filters, MAX_PINS + 1),
  )
  const shown = pins.slice(0, MAX_PINS).toSorted((a, b) => a.qk - b.qk)
  const counts = { version: 0, total: shown.length, total_capped: pins.length > MAX_PINS }
  return wireText(view.z, [], shown, counts)
}
