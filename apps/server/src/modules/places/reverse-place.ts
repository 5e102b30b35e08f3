import type { Place } from '@nollie/contract'
import { shippedGazetteer, type Town } from './gazetteer.ts'

/** City, state and country of a position, by the shipped gazetteer; null where it knows none. */
export async function reversePlace(latitude: number, longitude: number): Promise<Place> {
  const gazetteer = await shippedGazetteer()
  return { ...gazetteer.reverse(latitude, longitude), postal_code: null }
}

/** The town by which {@link reversePlace} names a position; null where it names none. */
export async function townAt(latitude: number, longitude: number): Promise<Town | null> {
  return (await shippedGazetteer()).townAt(latitude, longitude)
}
