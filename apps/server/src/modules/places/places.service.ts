import type { Place } from '@nollie/contract'
import { shippedGazetteer } from './gazetteer.ts'

/** City, state and country at a point, by the shipped gazetteer; null for what it does not know. */
export async function reversePlace(latitude: number, longitude: number): Promise<Place> {
  const gazetteer = await shippedGazetteer()
  return { ...gazetteer.reverse(latitude, longitude), postal_code: null }
}
