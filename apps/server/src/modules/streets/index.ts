export { findStreets, type FoundStreet, type StreetSearch } from './find.queries.ts'
export { STREET_KINDS, type StreetKind } from './kinds.ts'
export {
  deleteRegion,
  type NewRegion,
  type Region,
  replaceRegion,
  selectRegions,
  type StreetRow,
} from './regions.queries.ts'
