import { defineModule, type Services } from '../../module.ts'
import { findStreets } from '../streets/index.ts'
import { openGeoip } from './geoip.ts'
import { placeRoutes } from './places.routes.ts'
import { openPlaceSearch, type PlaceSettings } from './place-search.service.ts'

export { countriesNamed } from './country-names.ts'
export type { PlaceQuery } from './place-source.ts'
export { reversePlace } from './places.service.ts'
export type { PlaceSettings } from './place-search.service.ts'
export { shippedTownNames as warmPlaceSearch } from './town-names.ts'

type PlaceOptions = {
  /** Path of a database with the positions of network addresses. */
  geoipDb: string | null
  /** The provider that replaces the shipped gazetteer. */
  settings: PlaceSettings
}

const open = async ({ db, log }: Pick<Services, 'db' | 'log'>, { geoipDb, settings }: PlaceOptions) => ({
  geoip: await openGeoip(geoipDb),
  search: openPlaceSearch(
    settings,
    async ({ q, near, limit }) => (await findStreets(db, q, { near, limit })).items,
    log,
  ),
  mapsKey: settings.googleKey,
})

/** Place search, and the viewer's rough position. */
export const places = defineModule({
  name: 'places',
  needs: ['db', 'log'],
  open,
  routes: placeRoutes,
})
