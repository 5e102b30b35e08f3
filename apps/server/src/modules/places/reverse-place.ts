import type { Place } from '@nollie/contract'
import { shippedGazetteer, type Town } from './gazetteer.ts'

/** City, state, and country at a position, from the bundled gazetteer; null where it has none. */
export async function reversePlace(latitude: number, longitude: number): Promise<Place> {
  const gazetteer = await shippedGazetteer()
  return { ...gazetteer.reverse(latitude, longitude), postal_code: null }
}

/** The town after which {@link reversePlace} names a position; null if there is none. */
export async function townAt(latitude: number, longitude: number): Promise<Town | null> {
  return (await shippedGazetteer()).townAt(latitude, longitude)
}
