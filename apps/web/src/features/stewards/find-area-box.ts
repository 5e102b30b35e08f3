import type { Box } from '@nollie/contract'
import { type Corner, unwrapped } from '@nollie/contract/stewards/area-shape'

/** Returns the smallest box around an area. It may cross the antimeridian. */
export function findAreaBox(corners: readonly Corner[]): Box {
  const all = unwrapped(corners)
  const [latitudes, longitudes] = [all.map(({ latitude }) => latitude), all.map(({ longitude }) => longitude)]
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  }
}
