export { Archive, isGzipped, unpacked } from './archive.ts'
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
export {
  packRing,
  partsOf,
  readTile,
  type TileFeature,
  type TileLayer,
  type TilePoint,
  writeTile,
} from './mvt.ts'
export { PmtilesWriter } from './pmtiles-writer.ts'
export { archivePath } from './street-map.service.ts'
export { streetRoutes } from './streets.routes.ts'
