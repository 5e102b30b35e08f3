import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { issue } from '../sentences.ts'
import { Box, Cursor, Id, Moment, numbers } from '../shapes.ts'
import { SPOT_TYPES } from '../spots/index.ts'
import { ListKey } from '../lists/index.ts'
import { MEMBER_LICENSES } from './member-licenses.ts'

/**
 * A box as in GeoJSON (RFC 7946): `west,south,east,north`, where `east` is smaller than `west` if the box crosses the
 * antimeridian.
 */
const BBox = numbers(4)
  .transform(([west = 0, south = 0, east = 0, north = 0]) => ({
    west,
    south,
    east: east < west ? east + 360 : east,
    north,
  }))
  .pipe(
    Box.refine(({ west, south, east, north }) => east - west <= 360 && south <= north, {
      error: issue`This isn’t a valid box: west, south, east, north.`,
    }),
  )

const TypesIn = z
  .string()
  .max(400)
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(z.enum(SPOT_TYPES)).max(SPOT_TYPES.length))

/** A source of records in the open data, and how many records it has. */
export const OpenDataSource = z
  .object({
    /** Null for spots that members added. */
    name: z.string().nullable(),
    license: z.string(),
    spots: z.number().int(),
    /** When the newest of the records was last read from the source, or changed by a member. */
    updated_at: Moment,
  })
  .meta({ id: 'OpenDataSource' })

/** A source of records in the open data. */
export type OpenDataSource = z.output<typeof OpenDataSource>

/** The monthly file with all open data. */
export const OpenDataFile = z
  .object({
    /** The path of the file. */
    path: z.string(),
    bytes: z.number().int(),
    spots: z.number().int(),
    made_at: Moment,
    sources: z.array(OpenDataSource),
  })
  .meta({ id: 'OpenDataFile' })

/** The monthly file with all open data. */
export type OpenDataFile = z.output<typeof OpenDataFile>

/** A spot on a map that is embedded in another site. */
export const EmbeddedSpot = z
  .object({
    id: Id,
    name: z.string(),
    city: z.string().nullable(),
    spot_type: z.enum(SPOT_TYPES).nullable(),
    latitude: z.number(),
    longitude: z.number(),
    /** From 0 to 7, see `scorePin` in map-codec. A crowded map draws spots with lower ones as dots. */
    score: z.number().int().min(0).max(7),
  })
  .meta({ id: 'EmbeddedSpot' })

/** A spot on a map that is embedded in another site. */
export type EmbeddedSpot = z.output<typeof EmbeddedSpot>

/** Open data: spots that everyone can see at their exact position (docs/decisions/0137-open-data.md). */
export const openDataEndpoints = {
  listOpenSpots: endpoint('GET /api/open/spots.geojson', {
    summary: `Get the spots in a box that everyone can see at their exact position, as GeoJSON, with the source, license, and dates of each. Pages have up to ${LIMITS.open_data_page} spots; \`next\` has the address of the following page. Pages of other sites may read it.`,
    policy: 'anyone',
    rate: 'preview',
    query: z.object({ bbox: BBox, cursor: Cursor.optional() }),
    status: 200,
    errors: ['BAD_CURSOR'],
  }),
  getOpenData: endpoint('GET /api/open', {
    summary: 'Get the file with all open data, its sources, their licenses, and dates',
    policy: 'anyone',
    rate: 'read',
    answer: z.object({
      /** The license of spot data that members add; null if the operator hasn’t chosen one. */
      member_license: z.enum(MEMBER_LICENSES).nullable(),
      /** Null until the first file is stored. */
      file: OpenDataFile.nullable(),
    }),
  }),
  downloadOpenData: endpoint('GET /api/open/files/:file', {
    summary: 'Download all open data as one GeoJSON file, compressed with gzip. It’s renewed every month.',
    policy: 'anyone',
    rate: 'preview',
    params: z.object({ file: z.string().regex(/^spots-\d{4}-\d{2}\.geojson\.gz$/) }),
    status: 200,
    errors: ['NOT_FOUND'],
  }),
  listEmbeddedSpots: endpoint('GET /api/open/embed', {
    summary: `Get up to ${LIMITS.embed_spots} spots for a map on another site, from a box or a public list. Contains only spots that everyone can see at their exact position.`,
    policy: 'anyone',
    rate: 'embed',
    query: z.object({
      bbox: BBox.optional(),
      /** Only spots with one of these types, separated by commas. */
      types: TypesIn.optional(),
      /** A list that anyone can see. */
      list: ListKey.optional(),
    }),
    answer: z.object({
      /** The list’s name. */
      name: z.string().nullable(),
      /** Whether there are more spots in the box. */
      is_capped: z.boolean(),
      items: z.array(EmbeddedSpot),
    }),
    errors: ['LIST_NOT_FOUND'],
  }),
}
