import type { StreetMap } from '@nollie/contract'
import type { VectorSourceSpecification } from './gl.ts'

/** Free vector tiles for the whole world, without an API key (https://openfreemap.org). */
const TILE_JSON = 'https://tiles.openfreemap.org/planet'
const TIMEOUT_MS = 4000

function isTileAddress(address: unknown): address is string {
  return (
    typeof address === 'string' &&
    address.startsWith(`${new URL(TILE_JSON).origin}/`) &&
    address.includes('{z}')
  )
}

/**
 * Loads the source for public streets. Returns null if the server doesn't respond in time or its response is
 * unexpected.
 */
export async function findPublicStreets(signal: AbortSignal): Promise<VectorSourceSpecification | null> {
  try {
    const response = await fetch(TILE_JSON, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      credentials: 'omit',
    })
    const found = (await response.json()) as { tiles?: unknown[]; minzoom?: unknown; maxzoom?: unknown }
    const tiles = Array.isArray(found.tiles) ? found.tiles.filter(isTileAddress) : []
    if (!response.ok || tiles.length === 0) return null
    const maxzoom = typeof found.maxzoom === 'number' ? Math.min(16, Math.max(1, found.maxzoom)) : 14
    return { type: 'vector', tiles, minzoom: 0, maxzoom }
  } catch {
    return null
  }
}

/** Loads the metadata for the operator's streets. Returns null if the server doesn't respond. */
export async function findOwnStreets(signal: AbortSignal): Promise<StreetMap | null> {
  try {
    const response = await fetch('/api/map/streets', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    return response.ok ? ((await response.json()) as StreetMap) : null
  } catch {
    return null
  }
}

/** Returns the source for the operator's streets, or null if there are none. */
export function ownSource({
  version,
  min_zoom,
  max_zoom,
  regions,
}: StreetMap): VectorSourceSpecification | null {
  if (regions.length === 0) return null
  const side = (name: 'west' | 'south' | 'east' | 'north', pick: (...n: number[]) => number) =>
    pick(...regions.map((region) => region[name]))
  return {
    type: 'vector',
    tiles: [`${location.origin}/api/map/streets/${version}/{z}/{x}/{y}`],
    minzoom: min_zoom,
    maxzoom: max_zoom,
    bounds: [
      side('west', Math.min),
      side('south', Math.min),
      side('east', Math.max),
      side('north', Math.max),
    ],
  }
}
