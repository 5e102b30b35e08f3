import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
}

/** The highest zoom level of street tiles; higher levels scale them up. */
export const STREET_ZOOM_MAX = 15

const StreetMap = z
  .object({
    /** Changes whenever a region is loaded or removed; part of the tile URLs. */
    version: z.string().regex(/^[0-9a-f]{16}$/),
    min_zoom: z.number().int(),
    max_zoom: z.number().int(),
    /** The attribution for the data. */
    attribution: z.string(),
    regions: z.array(
      z.object({
        name: z.string(),
        west: z.number(),
        south: z.number(),
        east: z.number(),
        north: z.number(),
      }),
    ),
  })
  .meta({ id: 'StreetMap' })

/** The street map on this server. */
export type StreetMap = z.output<typeof StreetMap>

export const streetEndpoints = {
  getStreetMap: endpoint('GET /api/map/streets', {
    summary: 'Get the street maps on this server, and the version of their tiles',
    policy: 'anyone',
    rate: 'read',
    answer: StreetMap,
  }),
  getStreetTile: endpoint('GET /api/map/streets/:version/:z/:x/:y', {
    summary: 'Get a vector tile of streets in the OpenMapTiles schema. Returns 204 if the tile is empty.',
    policy: 'anyone',
    rate: 'file',
    params: z.object({
      version: z.string().regex(/^[0-9a-f]{16}$/),
      z: integer(0, STREET_ZOOM_MAX),
      x: integer(0, 2 ** STREET_ZOOM_MAX - 1),
      y: integer(0, 2 ** STREET_ZOOM_MAX - 1),
    }),
  }),
}
