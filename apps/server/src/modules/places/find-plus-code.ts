import type { FoundPlace } from '@nollie/contract'
import { decodePlusCode, type PlusCode } from '@nollie/contract/places/coordinates/plus-code'
import type { Point } from '@nollie/contract/places/metres-between'
import { findInGazetteer } from './search-gazetteer.ts'

/**
 * Maximum number of parts in a town's text. Searches for all parts, then without the first one: `El Raval, Barcelona,
 * Spain`.
 */
const MAX_PARTS = 4

async function findTown(text: string, near: Point | null): Promise<FoundPlace | null> {
  const parts = text.split(',').slice(0, MAX_PARTS)
  for (const at of parts.keys()) {
    const q = parts.slice(at).join(',').trim()
    const places = q.length < 2 ? [] : await findInGazetteer({ q, near, language: null, limit: 3 })
    const town = places.find(({ kind }) => kind === 'town')
    if (town) return town
  }
  return null
}

/** Returns the position of a short plus code near a gazetteer town. Null if the town is unknown. */
export async function findPlusCode(
  { code, town }: PlusCode,
  near: Point | null,
): Promise<{ at: Point; town: FoundPlace } | null> {
  const found = await findTown(town, near)
  if (!found || found.latitude === null || found.longitude === null) return null
  const at = decodePlusCode(code, { latitude: found.latitude, longitude: found.longitude })
  return at && { at, town: found }
}
