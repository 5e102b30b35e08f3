import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Bounds, View } from './engine/types.ts'
import { boundsQuery, type MapSpots, mapSpotsQuery } from './map-spots.ts'
import type { Filters } from './map-url.ts'
import type { SpotMap } from './use-spots-map.ts'
import { isIn, tilesOf } from './view-tiles.ts'

/** Matches farther apart than this (degrees) are not one region: a view that shows some of them then stays. */
const REGION = 4
/** From this zoom on a view is of one region. */
const REGION_ZOOM = 8

const showsSome = ({ pins, clusters }: MapSpots, bounds: Bounds) =>
  [...pins, ...clusters].some((at) => isIn(bounds, at))

/** Moves the map to what a search matches, and back to where one was before. */
export function useFrame(map: SpotMap | null) {
  const client = useQueryClient()
  const origin = useRef<View | null>(null)
  const last = useRef(0)

  /** From here on a move belongs to the search: clearing it leads back to where the map is now. */
  const leave = () => {
    origin.current ??= map?.view() ?? null
  }

  /** Frames everything that matches. With `calm`, a view that shows some of many stays. Tells whether anything matches. */
  const frame = async (filters: Filters, { calm = false } = {}): Promise<boolean> => {
    last.current += 1
    const turn = last.current
    const box = await client.fetchQuery(boundsQuery(filters))
    if (!box) return false
    if (!map || turn !== last.current) return true
    const far = box.east - box.west > REGION || box.north - box.south > REGION
    if (calm && far && map.view().zoom >= REGION_ZOOM) {
      const tiles = tilesOf(map.bounds(), map.view().zoom)
      if (showsSome(await client.fetchQuery(mapSpotsQuery(tiles, filters)), map.bounds())) return true
    }
    if (turn !== last.current) return true
    leave()
    map.fitBounds(box)
    return true
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
