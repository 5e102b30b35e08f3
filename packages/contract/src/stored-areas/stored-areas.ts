import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FoundPlace } from '../places/index.ts'
import { LIMITS } from '../limits.ts'
import { EXPORT_FORMATS } from '../lists/list-kinds.ts'
import { BoxIn, Cursor } from '../shapes.ts'
import { ZonedSpotCard } from '../spots/index.ts'
import { fitsArea } from './area-tiles.ts'
import { issue } from '../sentences.ts'

const AreaBox = BoxIn.refine(fitsArea, { error: issue`An area can be up to 50 km across.` })

/** The contents and size of an area, shown before its download. */
export const AreaSummary = z
  .object({
    /** The town at the area's center. */
    name: z.string().nullable(),
    spots: z.number().int(),
    /** Whether there are more spots than a device can download. */
    spots_capped: z.boolean(),
    /** The number of spots with a photo. */
    pictures: z.number().int(),
    /** The number of towns, streets, and other places that can be searched. */
    names: z.number().int(),
    /** The number of street tiles on this server. */
    tiles: z.number().int(),
    /** The approximate size of the download in bytes. */
    bytes: z.number().int(),
  })
  .meta({ id: 'AreaSummary' })

/** The contents and size of an area, shown before its download. */
export type AreaSummary = z.output<typeof AreaSummary>

/** A spot stored on a device: its card, plus the fields used by search and map filters. */
export const AreaSpot = ZonedSpotCard.extend({ address: z.string().nullable(), has_video: z.boolean() }).meta(
  {
    id: 'AreaSpot',
  },
)

/** A spot stored on a device. */
export type AreaSpot = z.output<typeof AreaSpot>

/** A place stored on a device, with alternative names for search. */
export const AreaName = FoundPlace.omit({ ref: true })
  .extend({ also: z.array(z.string()) })
  .meta({ id: 'AreaName' })

/** A place stored on a device. */
export type AreaName = z.output<typeof AreaName>

export const storedAreaEndpoints = {
  summariseArea: endpoint('GET /api/map/areas/summary', {
    summary:
      'Get a summary of the data that a device would store for a map area, including its approximate size',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    query: z.object({ box: AreaBox }),
    answer: AreaSummary,
  }),
  listAreaSpots: endpoint('GET /api/map/areas/spots', {
    summary:
      'List all spots in a map area for a device to store, in pages. Returns 304 if the device already has the page, according to `If-None-Match`.',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    query: z.object({ box: AreaBox, cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(AreaSpot), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
  exportArea: endpoint('GET /api/map/areas/export/:format', {
    summary: `Download up to ${LIMITS.area_spots} spots in a map area as a file for other apps, as the viewer sees them. The file includes the licenses of imported spots.`,
    policy: 'anyone',
    scope: 'spots:read',
    rate: 'preview',
    params: z.object({ format: z.enum(EXPORT_FORMATS) }),
    query: z.object({ box: AreaBox }),
    status: 200,
  }),
  listAreaNames: endpoint('GET /api/map/areas/names', {
    summary: 'List towns, streets, and other places in a map area, most important first',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    query: z.object({ box: AreaBox }),
    answer: z.object({ items: z.array(AreaName) }),
  }),
}
