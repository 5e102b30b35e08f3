import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Bounds, View } from '../engine/types.ts'
import { boundsQuery, type MapSpots, mapSpotsQuery, type Point } from '../map-requests.ts'
import type { AppliedFilters } from '../view/map-url.ts'
import type { SpotMap } from '../screen/use-spots-map.ts'
import { isIn, toTileView } from '../view/view-tiles.ts'

/**
 * Matches farther apart than this (degrees) don't count as one region, so the map doesn't move if some of them are in
 * view.
 */
const REGION = 4
/** From this zoom on, a view shows one region. */
const REGION_ZOOM = 8

function showsSome({ pins, clusters }: MapSpots, bounds: Bounds) {
  return [...pins, ...clusters].some((at) => isIn(bounds, at))
}

/** Half the side (degrees) of the box around a person with no matches nearby. */
const ALONE = 0.05

/** Returns a box around the matches and the viewer. */
function boxWith(found: Bounds | null, { latitude, longitude }: Point): Bounds {
  const { west, south, east, north } = found ?? {
    west: longitude - ALONE,
    south: latitude - ALONE,
    east: longitude + ALONE,
    north: latitude + ALONE,
  }
  // The map repeats around the world. This is the copy of the viewer's position that is nearest to the box.
  const beside = longitude + Math.round(((west + east) / 2 - longitude) / 360) * 360
  return {
    west: Math.min(west, beside),
    south: Math.min(south, latitude),
    east: Math.max(east, beside),
    north: Math.max(north, latitude),
  }
}

/** Moves the map to a search's matches, and back when the search is cleared. */
export function useFrame(map: SpotMap | null) {
  const client = useQueryClient()
  const origin = useRef<View | null>(null)
  const last = useRef(0)
  // A search may run before the map is ready. The map then starts at the matches.
  const current = useRef(map)
  const waiting = useRef<Bounds | null>(null)
  useEffect(() => {
    current.current = map
    if (!map) return
    if (waiting.current) map.fitBounds(waiting.current)
    waiting.current = null
  }, [map])

  /** Stores the view before a search. Clearing the search restores it. */
  const leave = () => {
    origin.current ??= map?.view() ?? null
  }

  /**
   * Moves the map so that all matches and `me` are visible. If `calm`, it doesn't move when some of many matches are
   * already in view. Resolves to whether anything matches.
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
    if (turn !== last.current) return found !== null
    const map = current.current
    if (!map) {
      waiting.current = box
      return found !== null
    }
    const far = box.east - box.west > REGION || box.north - box.south > REGION
    if (calm && far && map.view().zoom >= REGION_ZOOM) {
      const tiles = toTileView(map.bounds(), map.view().zoom)
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
    /** Returns to the view before the search. */
    returnToView: () => {
      last.current += 1
      waiting.current = null
      if (origin.current) map?.flyTo(origin.current)
      origin.current = null
    },
    /** Forgets the view before the search, because the person moved the map. */
    stay: () => {
      origin.current = null
    },
  }
}
