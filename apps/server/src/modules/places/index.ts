import { defineModule, type Services } from '../../module.ts'
import type { Box, AreaName } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { countStreetsIn, findStreets, selectStreetsIn } from '../streets/index.ts'
import { findTownsInBox } from './search-gazetteer.ts'
import { openGeoip } from './geoip.ts'
import { mapsKeyRoutes } from './maps-key.routes.ts'
import { placeRoutes } from './places.routes.ts'
import { openPlaceSearch, toFoundPlace, type PlaceSettings } from './place-search.service.ts'

export { toBoxAround, WORLD } from './box-around.ts'
export { findPlusCode } from './find-plus-code.ts'
export { findCountries, findCountryCodes, getCountryName } from './country-names.ts'
export type { PlaceQuery } from './place-source.ts'
export { findDistrictAt, findPlaceAt, findTownAt, townPositions } from './reverse-place.ts'
export { findTimeZone } from './time-zone.ts'
export type { PlaceSettings } from './place-search.service.ts'
export { loadTownNames as warmPlaceSearch } from './town-names.ts'

type PlaceOptions = {
  /** Path to a database that maps IP addresses to positions. */
  geoipDb: string | null
  /** Settings for the provider that replaces the bundled gazetteer. */
  settings: PlaceSettings
}

async function open({ db, log }: Pick<Services, 'db' | 'log'>, { geoipDb, settings }: PlaceOptions) {
  return {
    geoip: await openGeoip(geoipDb),
    search: openPlaceSearch(
      settings,
      async ({ q, near, limit }) => (await findStreets(db, q, { near, limit })).items,
      log,
    ),
    mapsKey: settings.googleKey,
  }
}

/** Place search, and the viewer's approximate position. */
export const places = defineModule({
  name: 'places',
  needs: ['db', 'log'],
  open,
  routes: [placeRoutes, mapsKeyRoutes],
})

/** Returns up to `limit` place names in a box: gazetteer towns first, then named features from street maps. */
export async function placesIn(db: Db, box: Box, limit: number): Promise<AreaName[]> {
  const towns = (await findTownsInBox(box)).slice(0, limit)
  const streets = await selectStreetsIn(db, box, limit - towns.length)
  return [
    ...towns.map((town) => ({ ...town, also: [] })),
    ...streets.map(({ also, ...street }) => ({ ...toFoundPlace({ ...street, matched: street.name }), also })),
  ]
}

/** Counts the names that {@link placesIn} would return. */
export async function countPlacesIn(db: Db, box: Box, limit: number): Promise<number> {
  return Math.min(limit, (await findTownsInBox(box)).length + (await countStreetsIn(db, box, limit)))
}
