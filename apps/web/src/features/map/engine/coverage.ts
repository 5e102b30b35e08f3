import type { StreetMap } from '@nollie/contract'
import type { Bounds } from './types.ts'

type Region = StreetMap['regions'][number]

function overlap(a: Bounds, b: Bounds): number {
  return (
    Math.max(0, Math.min(a.east, b.east) - Math.max(a.west, b.west)) *
    Math.max(0, Math.min(a.north, b.north) - Math.max(a.south, b.south))
  )
}

/** Returns the fraction of a view that the regions' boxes cover, from 0 to 1. */
export function coverage(view: Bounds, regions: readonly Region[]): number {
  const area = (view.east - view.west) * (view.north - view.south)
  // A view that crosses the antimeridian must also be compared after shifting it by 360 degrees.
  const turned = { ...view, west: view.west - 360, east: view.east - 360 }
  const covered = regions.reduce((sum, region) => sum + overlap(view, region) + overlap(turned, region), 0)
  return area > 0 ? Math.min(1, covered / area) : 0
}

/** Whether a point is inside any of the regions' boxes. */
export function isCovered(longitude: number, latitude: number, regions: readonly Region[]): boolean {
  return regions.some(
    ({ west, south, east, north }) =>
      longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  )
}
