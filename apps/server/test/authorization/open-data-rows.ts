import type { Row } from './row.ts'

const BOX = '2.1,41.3,2.3,41.5'

/** Operations that let everyone export spots. */
export const OPEN_DATA: Record<string, Row> = {
  'GET /api/map/areas/export/{format}': {
    send: () => ({ params: { format: 'geojson' }, query: { box: BOX } }),
  },
  'GET /api/open': { send: () => ({}) },
  'GET /api/open/spots.geojson': { send: () => ({ query: { bbox: BOX } }) },
  'GET /api/open/files/{file}': {
    send: () => ({ params: { file: 'spots-2026-01.geojson.gz' } }),
    good: [404, 'no file is stored'],
  },
  'GET /api/open/embed': { send: () => ({ query: { bbox: BOX } }) },
}
