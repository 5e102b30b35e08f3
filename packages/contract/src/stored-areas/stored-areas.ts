import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FoundPlace } from '../places/index.ts'
import { BoxIn, Cursor } from '../shapes.ts'
import { ZonedSpotCard } from '../spots/index.ts'
import { fitsArea } from './area-tiles.ts'
import { issue } from '../sentences.ts'

const AreaBox = BoxIn.refine(fitsArea, { error: issue`Too large: at most 50 km across.` })

/** What storing an area would store. */
export const AreaSummary = z
  .object({
    /** The town in its middle. */
    name: z.string().nullable(),
    spots: z.number().int(),
    /** Whether there are more spots than a device may store. */
    spots_capped: z.boolean(),
    /** Spots with a picture. */
    pictures: z.number().int(),
    /** Towns, streets and other places that the search finds. */
    names: z.number().int(),
    /** Tiles of the operator's streets. */
    tiles: z.number().int(),
    /** About how many bytes all of it takes on a device. */
    bytes: z.number().int(),
  })
  .meta({ id: 'AreaSummary' })

/** What storing an area would store. */
export type AreaSummary = z.output<typeof AreaSummary>

/** A spot as a device stores it: its card, and what the search and the filters of the map look at besides. */
export const AreaSpot = ZonedSpotCard.extend({ address: z.string().nullable(), has_video: z.boolean() }).meta(
  {
    id: 'AreaSpot',
  },
)

/** A spot as a device stores it. */
export type AreaSpot = z.output<typeof AreaSpot>

/** A place as a device stores it, with the other names by which it is found. */
export const AreaName = FoundPlace.omit({ ref: true })
  .extend({ also: z.array(z.string()) })
  .meta({ id: 'AreaName' })

/** A place as a device stores it. */
export type AreaName = z.output<typeof AreaName>

export const storedAreaEndpoints = {
  summariseArea: endpoint('GET /api/map/areas/summary', {
    summary: 'What storing this part of the map on a device would store, and how much that is',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    query: z.object({ box: AreaBox }),
    answer: AreaSummary,
  }),
  listAreaSpots: endpoint('GET /api/map/areas/spots', {
    summary: 'All spots of a part of the map that a device stores, in pages; 304 for a page that it has',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    query: z.object({ box: AreaBox, cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(AreaSpot), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
  listAreaNames: endpoint('GET /api/map/areas/names', {
    summary: 'Towns, streets and other places of a part of the map, the most important first',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    query: z.object({ box: AreaBox }),
    answer: z.object({ items: z.array(AreaName) }),
  }),
}
