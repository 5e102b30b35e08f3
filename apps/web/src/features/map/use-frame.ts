import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Bounds, View } from './engine/types.ts'
import { boundsQuery, type MapSpots, mapSpotsQuery, type Point } from './map-spots.ts'
import type { AppliedFilters } from './map-url.ts'
import type { SpotMap } from './use-spots-map.ts'
import { isIn, tilesOf } from './view-tiles.ts'

/** Matches farther apart than this (degrees) are not one region: a view that shows some of them then stays. */
const REGION = 4
/** From this zoom on a view is of one region. */
const REGION_ZOOM = 8

const showsSome = ({ pins, clusters }: MapSpots, bounds: Bounds) =>
  [...pins, ...clusters].some((at) => isIn(bounds, at))

/** Half the box around somebody with nothing near (degrees). */
const ALONE = 0.05

/** The box around what was found and the person who looks. */
const boxWith = (found: Bounds | null, { latitude, longitude }: Point): Bounds => {
  const { west, south, east, north } = found ?? {
    west: longitude - ALONE,
    south: latitude - ALONE,
    east: longitude + ALONE,
    north: latitude + ALONE,
  }
  // Of all copies of the person's place, the one beside the box.
  const beside = longitude + Math.round(((west + east) / 2 - longitude) / 360) * 360
  return {
    west: Math.min(west, beside),
    south: Math.min(south, latitude),
    east: Math.max(east, beside),
    north: Math.max(north, latitude),
  }
}

/** Moves the map to what a search matches, and back to where one was before. */
export function useFrame(map: SpotMap | null) {
  const client = useQueryClient()
  const origin = useRef<View | null>(null)
  const last = useRef(0)

  /** From here on a move belongs to the search: clearing it leads back to where the map is now. */
  const leave = () => {
    origin.current ??= map?.view() ?? null
  }

  /**
   * Frames everything that matches, and `me` with it. With `calm`, a view that shows some of many stays. Returns
   * whether anything matches.
   */
  const frame = async (
    filters: AppliedFilters,
    { calm = false, me = null }: { calm?: boolean; me?: Point | null } = {},
  ): Promise<boolean> => {
    last.current += 1
    const turn = last.current
    const found = await client.fetchQuery(boundsQuery(filters))
    const box = me ? boxWith(found, me) : found
    if (!box) return false
    if (!map || turn !== last.current) return found !== null
    const far = box.east - box.west > REGION || box.north - box.south > REGION
    if (calm && far && map.view().zoom >= REGION_ZOOM) {
      const tiles = tilesOf(map.bounds(), map.view().zoom)
      if (showsSome(await client.fetchQuery(mapSpotsQuery(tiles, filters)), map.bounds())) return true
    }
    if (turn !== last.current) return found !== null
    leave()
    map.fitBounds(box)
    return found !== null
  }

  return {
    frame,
    leave,
    /** Goes back to where one was before the search moved the map. */
    comeBack: () => {
      last.current += 1
      if (origin.current) map?.flyTo(origin.current)
      origin.current = null
    },
    /** The person moved the map: here is where one is now. */
    stay: () => {
      origin.current = null
    },
  }
}
