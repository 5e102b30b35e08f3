import { metresBetween } from '@nollie/contract/places/metres-between'
import { cleanText, isText } from '@nollie/contract/texts'
import type { Db } from '../../db/open.ts'
import { findDistrictAt, findTownAt } from '../../modules/places/index.ts'
import { selectSurroundings, type Surrounding } from '../../modules/streets/index.ts'

/** What surrounds a spot; null for unknown parts. */
export type Surroundings = {
  /** The named park, recreation ground, or school around it. */
  area: string | null
  street: string | null
  /** A part of the town, or a smaller town nearby. */
  district: string | null
  town: string | null
  /** The position of the town's center. */
  center: { latitude: number; longitude: number } | null
}

/** A spot whose surroundings are looked up, with the surroundings that its record contains. */
export type Place = {
  latitude: number
  longitude: number
  city: string | null
  address: string | null
  within: string | null
}

const METRES_PER_DEGREE = 111_195
/** Boxes are a bit larger than their areas' edges, where skateparks often are. */
const AREA_METRES = 20
/** Larger areas, such as nature reserves, don't help people find the spot. */
const AREA_MAX_METRES = 3_000
const STREET_METRES = 150
const DISTRICT_METRES = 2_000
/** Cities and towns are at least this important; their districts are less. */
const TOWN_IMPORTANCE = 0.65
const NAME_MAX = 60

/** Returns the distance in meters from a point to a box; 0 inside. */
function metresTo(at: Place, { west, south, east, north }: Surrounding): number {
  const latitude = Math.min(north, Math.max(south, at.latitude))
  const longitude = Math.min(east, Math.max(west, at.longitude))
  return metresBetween(at, { latitude, longitude })
}

function diagonal({ west, south, east, north }: Surrounding): number {
  return Math.hypot(north - south, (east - west) * Math.cos((south * Math.PI) / 180)) * METRES_PER_DEGREE
}

function findArea(at: Place, around: readonly Surrounding[]): string | null {
  const [smallest] = around
    .filter(({ kind }) => kind === 'park' || kind === 'landmark' || kind === 'square')
    .filter(
      (one) => diagonal(one) > 0 && diagonal(one) <= AREA_MAX_METRES && metresTo(at, one) <= AREA_METRES,
    )
    .toSorted((a, b) => diagonal(a) - diagonal(b) || (a.name < b.name ? -1 : 1))
  return smallest?.name ?? null
}

function findStreet(at: Place, around: readonly Surrounding[]): string | null {
  const [nearest] = around
    .filter((one) => one.kind === 'street' && metresTo(at, one) <= STREET_METRES)
    // The box of a long diagonal street contains places far from it.
    .toSorted(
      (a, b) => metresTo(at, a) + diagonal(a) - metresTo(at, b) - diagonal(b) || (a.name < b.name ? -1 : 1),
    )
  return nearest?.name ?? null
}

function findDistrict(at: Place, around: readonly Surrounding[]): string | null {
  const [nearest] = around
    .filter(({ kind, importance }) => kind === 'place' && importance < TOWN_IMPORTANCE)
    .map((one) => ({ name: one.name, metres: metresBetween(at, one) }))
    .filter(({ metres }) => metres <= DISTRICT_METRES)
    .toSorted((a, b) => a.metres - b.metres || (a.name < b.name ? -1 : 1))
  return nearest?.name ?? null
}

/** Returns the street of an address like `Main Street 12` or `12 Main Street`; null for other texts. */
export function streetIn(address: string | null): string | null {
  const street = address?.replace(/^\d+\w? +/, '').replace(/ +\d+\w?$/, '') ?? ''
  return /^\p{L}[^,;\d]{2,}$/u.test(street) && street.length <= NAME_MAX ? street : null
}

function shortened(name: string | null): string | null {
  const text = cleanText((name ?? '').replaceAll(/\s+/g, ' ').slice(0, NAME_MAX).toWellFormed())
  return text === '' || !isText(text) ? null : text
}

/**
 * Finds the surroundings of each place: from its record, then the loaded street maps, then the gazetteer. All of this
 * data is stored locally; nothing is requested.
 */
export async function findSurroundings(db: Db, places: readonly Place[]): Promise<Surroundings[]> {
  const near = Map.groupBy(await selectSurroundings(db, places), ({ slot }) => slot)
  return Promise.all(
    places.map(async (at, slot) => {
      const around = near.get(slot) ?? []
      const { latitude, longitude } = at
      const town = await findTownAt(latitude, longitude)
      const district = findDistrict(at, around) ?? (await findDistrictAt(latitude, longitude))?.city ?? null
      const city = shortened(at.city ?? town?.city ?? null)
      return {
        area: shortened(at.within ?? findArea(at, around)),
        street: shortened(streetIn(at.address) ?? findStreet(at, around)),
        district: district === city ? null : shortened(district),
        town: city,
        center: town && { latitude: town.latitude, longitude: town.longitude },
      }
    }),
  )
}
