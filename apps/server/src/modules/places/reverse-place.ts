import type { Place } from '@nollie/contract'
import { loadGazetteer, type Town } from './gazetteer.ts'

/** Returns the city, state, and country at a position, from the bundled gazetteer; null for unknown parts. */
export async function findPlaceAt(latitude: number, longitude: number): Promise<Place> {
  const gazetteer = await loadGazetteer()
  return { ...gazetteer.reverse(latitude, longitude), postal_code: null }
}

/** Returns the town whose name {@link findPlaceAt} uses for a position. Null if there is none. */
export async function findTownAt(latitude: number, longitude: number): Promise<Town | null> {
  return (await loadGazetteer()).townAt(latitude, longitude)
}

/** Returns the nearest town, which may be a district of the one {@link findTownAt} returns. Null if there is none. */
export async function findDistrictAt(latitude: number, longitude: number): Promise<Town | null> {
  return (await loadGazetteer()).nearestTown(latitude, longitude)
}

/** Returns the positions of the gazetteer's towns: of a country (ISO code), or of the whole world. */
export async function townPositions(country?: string): Promise<{ latitude: number; longitude: number }[]> {
  const gazetteer = await loadGazetteer()
  const towns = Array.from({ length: gazetteer.count }, (_, number) => gazetteer.town(number))
  return country === undefined ? towns : towns.filter(({ code }) => code === country)
}
