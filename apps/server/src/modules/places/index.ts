export { openGeoip } from './geoip.ts'
export { placeRoutes } from './places.routes.ts'
export { reversePlace } from './places.service.ts'
export { countriesNamed } from './country-names.ts'
