import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FactCounts, FactFilters } from '../facts/index.ts'
import { LIMITS } from '../limits.ts'
import { Box, BoxIn, Cursor, Id, Near } from '../shapes.ts'
import { Filled, Text } from '../texts.ts'
import {
  DIFFICULTY_LEVELS,
  SPOT_TYPES,
  STATUS_FILTERS,
  SpotCard,
  SpotTypeIn,
  ZonedSpotCard,
} from '../spots/index.ts'
import { bitsForZoom, TAIL, WORLD_BITS } from './map-codec.ts'
import { issue } from '../sentences.ts'

function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,8}$/)
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
}

/** Map filters; all strings are matched as case-insensitive substrings. */
const Filters = {
  /** Only spots of this type. */
  type: SpotTypeIn.optional(),
  /** A name, description, place, or type, or a prefix of one; used by the search field. */
  q: Text(LIMITS.search_max).optional(),
  /** A name or description; used by the filters' keywords field. */
  keywords: Text(LIMITS.search_max).optional(),
  /** An address, city, state, or country. */
  place: Text(LIMITS.search_max).optional(),
  difficulty: z.enum(DIFFICULTY_LEVELS).optional(),
  /** The status to filter by. If absent, the map omits removed spots. */
  status: z.enum(STATUS_FILTERS).optional(),
  /** Only spots with a video. */
  media: z.literal('video').optional(),
  /** Only spots within `LIMITS.near_metres` of this position. */
  around: Near.optional(),
  ...FactFilters,
  /** Only spots that are skateable now: not known to be wet, dark, or likely to get people kicked out. */
  now: z.literal('skateable').optional(),
}

/**
 * A view aligned to 512-pixel tiles at zoom `z`: columns `x0`..`x1`, rows `y0`..`y1`. If the view crosses the
 * antimeridian, `x1` continues past the last column (`x1 >= 2^z`) by at most one turn, so `x0 <= x1` is always true.
 */
const TileView = {
  z: integer(0, 20),
  x0: integer(0, 2 ** 20),
  x1: integer(0, 2 ** 21),
  y0: integer(0, 2 ** 20),
  y1: integer(0, 2 ** 20),
}

type View = { z: number; x0: number; x1: number; y0: number; y1: number }

/** Maximum number of tiles per view. */
export const TILES_MAX = 64

function isView({ z, x0, x1, y0, y1 }: View): boolean {
  return (
    x0 <= x1 &&
    y0 <= y1 &&
    x0 < 2 ** z &&
    y1 < 2 ** z &&
    x1 - x0 < 2 ** z &&
    (x1 - x0 + 1) * (y1 - y0 + 1) <= TILES_MAX
  )
}

const NO_VIEW = {
  error: issue`This isn’t a valid view: tiles in ascending order inside the world, at most ${TILES_MAX}.`,
}

export const MapQuery = z.object({ ...TileView, ...Filters }).refine(isView, NO_VIEW)
/** The result of parsing {@link MapQuery}. */
export type MapQuery = z.output<typeof MapQuery>

export const SpotListQuery = z
  .object({
    ...TileView,
    ...Filters,
    /** The part of the view that is on screen. */
    box: BoxIn.optional(),
    /** Sorts by distance instead of age; only for views of up to 20,000 spots. */
    near: Near.optional(),
    cursor: Cursor.optional(),
  })
  .refine(isView, NO_VIEW)
/** The result of parsing {@link SpotListQuery}. */
export type SpotListQuery = z.output<typeof SpotListQuery>

const MapAnswer = z
  .object({
    bits: z.number().int(),
    version: z.number().int(),
    total: z.number().int(),
    total_capped: z.boolean(),
    clusters: z.array(z.number().int()),
    pins: z.array(z.number().int()),
    tails: z.string().regex(/^([0-9a-f]{6})*$/),
    names: z.string(),
    ranks: z
      .string()
      .regex(/^[0-3]*$/)
      .optional(),
  })
  .meta({ id: 'MapData' })

/** A pin reference in the format of `pinRef` in map-codec. */
const PinIn = z
  .string()
  .regex(/^\d{2}-\d{1,8}-\d{1,8}-[0-9a-f]{6}$/)
  .transform((ref) => {
    const [bits = 0, x = 0, y = 0] = ref.split('-', 3).map(Number)
    return { bits, x, y, tail: ref.slice(-TAIL) }
  })
  .refine(
    ({ bits, x, y }) => bits >= bitsForZoom(0) && bits <= WORLD_BITS && x < 2 ** bits && y < 2 ** bits,
    {
      error: issue`This isn’t a map pin.`,
    },
  )

/** A spot suggested by a search field. */
export const FoundSpot = z
  .object({
    id: Id,
    name: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    country: z.string().nullable(),
    spot_type: z.enum(SPOT_TYPES).nullable(),
    latitude: z.number(),
    longitude: z.number(),
  })
  .meta({ id: 'FoundSpot' })

/** A spot suggested by a search field. */
export type FoundSpot = z.output<typeof FoundSpot>

export const mapEndpoints = {
  getMap: endpoint('GET /api/map', {
    summary: 'Get the clusters and pins in a map view, in a compact format (see map-codec)',
    policy: 'anyone',
    scope: 'spots:read',
    rate: 'read',
    query: MapQuery,
    answer: MapAnswer,
  }),
  mapOfKnown: endpoint('GET /api/map/known', {
    summary:
      'Get the pins in a map view that the viewer can see but not everyone can. The format is the same as for `GET /api/map`. If there are too many, only the newest are included.',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    query: MapQuery,
    answer: MapAnswer,
  }),
  cardOfPin: endpoint('GET /api/map/pins/:pin', {
    summary: 'Get the card of a pin’s spot',
    policy: 'anyone',
    scope: 'spots:read',
    rate: 'read',
    params: z.object({ pin: PinIn }),
    answer: ZonedSpotCard,
    errors: ['SPOT_NOT_FOUND'],
  }),
  listSpots: endpoint('GET /api/spots', {
    summary:
      'List the cards of the spots in a map view, in pages, as in the list next to the map. Newest first by default, nearest first with `near`.',
    policy: 'anyone',
    scope: 'spots:read',
    rate: 'read',
    query: SpotListQuery,
    answer: z.object({
      items: z.array(SpotCard),
      next_cursor: Cursor.nullable(),
      /**
       * On the first page: the total number of spots in the list, counted up to a limit (`count_capped`); null if
       * counting takes too long.
       */
      count: z.number().int().nullable(),
      count_capped: z.boolean(),
    }),
    errors: ['BAD_CURSOR'],
  }),
  boundsOfSpots: endpoint('GET /api/spots/bounds', {
    summary: 'Get the number of spots that match the filters, and the box around all of them',
    policy: 'anyone',
    scope: 'spots:read',
    rate: 'read',
    query: z.object(Filters),
    answer: z.object({
      count: z.number().int(),
      count_capped: z.boolean(),
      /**
       * Null if nothing matches. If there are more than a thousand matches, these are the bounds of the newest ones, or
       * of the matches' cells.
       */
      bounds: Box.nullable(),
    }),
  }),
  countFacts: endpoint('GET /api/map/facts', {
    summary:
      'Count the spots in a map view that would remain with each choice of a fact filter. The other filters stay applied.',
    policy: 'anyone',
    scope: 'spots:read',
    rate: 'read',
    query: MapQuery,
    answer: FactCounts,
  }),
  densestPlace: endpoint('GET /api/map/densest', {
    summary: 'Get a city-sized box around the densest cluster of spots, or null if there are no spots',
    policy: 'anyone',
    scope: 'spots:read',
    rate: 'read',
    answer: z.object({ bounds: Box.nullable() }),
  }),
  suggestSpots: endpoint('GET /api/spots/suggestions', {
    summary: 'Suggest up to five spots for the search field, best match first',
    policy: 'anyone',
    scope: 'spots:read',
    rate: 'read',
    query: z.object({
      q: Text(LIMITS.search_max).pipe(Filled),
      near: Near.optional(),
      status: Filters.status,
    }),
    answer: z.object({
      items: z.array(FoundSpot),
    }),
  }),
}
