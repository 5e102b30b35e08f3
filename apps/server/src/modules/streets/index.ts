import { defineModule, type Services } from '../../module.ts'
import { StreetMaps } from './street-map.service.ts'
import { streetRoutes } from './streets.routes.ts'

export { Archive, isGzipped, unpacked } from './pmtiles-archive.ts'
export { findStreets, type FoundStreet, type StreetSearch } from './find-streets.queries.ts'
export { selectStreetsIn, countStreetsIn } from './streets-in-box.queries.ts'
export { selectSurroundings, type Surrounding } from './surroundings.queries.ts'
export { STREET_KINDS, type StreetKind } from './street-kinds.ts'
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
  readParts,
  readTile,
  type TileFeature,
  type TileLayer,
  type TilePoint,
  writeTile,
} from './mvt.ts'
export { PmtilesWriter } from './pmtiles-writer.ts'
export type { StreetMaps } from './street-map.service.ts'
export { archivePath } from './street-map.service.ts'

const LOADED = 'until the operator loads another extract or removes the region'

function open(deps: Pick<Services, 'db' | 'dataDir'>) {
  return { maps: new StreetMaps(deps) }
}

/** Street maps that the operator loaded: their names and tiles. */
export const streets = defineModule({
  name: 'streets',
  needs: ['db', 'dataDir'],
  tables: { street_regions: LOADED, streets: LOADED, street_names: LOADED },
  open,
  routes: streetRoutes,
  close: ({ maps }) => maps.close(),
})
