import type { Place } from '@nollie/contract'
import { shippedGazetteer, type Town } from './gazetteer.ts'

/** Returns the city, state, and country at a position, from the bundled gazetteer; null for unknown parts. */
export async function reversePlace(latitude: number, longitude: number): Promise<Place> {
  const gazetteer = await shippedGazetteer()
  return { ...gazetteer.reverse(latitude, longitude), postal_code: null }
}

/** Returns the town whose name {@link reversePlace} uses for a position. Null if there is none. */
export async function townAt(latitude: number, longitude: number): Promise<Town | null> {
  return (await shippedGazetteer()).townAt(latitude, longitude)
}

/** Returns the positions of the gazetteer's towns: of a country (ISO code), or of the whole world. */
export async function townPositions(country?: string): Promise<{ latitude: number; longitude: number }[]> {
  const gazetteer = await shippedGazetteer()
  const towns = Array.from({ length: gazetteer.count }, (_, number) => gazetteer.town(number))
  return country === undefined ? towns : towns.filter(({ code }) => code === country)
}
