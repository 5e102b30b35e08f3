import type { VectorSourceSpecification } from './gl.ts'

/** Free vector tiles of the whole world that ask for no key (https://openfreemap.org). */
const TILE_JSON = 'https://tiles.openfreemap.org/planet'
const PATIENCE_MS = 4000

const isTileAddress = (address: unknown): address is string =>
  typeof address === 'string' &&
  address.startsWith(`${new URL(TILE_JSON).origin}/`) &&
  address.includes('{z}')

/** Asks whether streets can be had; null when nobody answers in time, or not what was expected. */
export async function findStreets(signal: AbortSignal): Promise<VectorSourceSpecification | null> {
  try {
    const response = await fetch(TILE_JSON, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
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
