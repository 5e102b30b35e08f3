import { z } from 'zod'
import {
  AudienceIn,
  CREW_MISSING,
  EXACT_TOO_WIDE,
  ExactAudienceIn,
  isExactWithin,
  namesItsCrew,
  OpensAt,
  PrecisionIn,
} from '../audiences/index.ts'
import { SpotCondition } from '../checks/index.ts'
import { endpoint } from '../endpoint.ts'
import { FactLine } from '../facts/index.ts'
import { LIMITS } from '../limits.ts'
import { AltTexts, describesFiles, Media, TOO_MANY_ALT_TEXTS } from '../media/index.ts'
import { Mention } from '../mentions/index.ts'
import { PointQuery } from '../places/index.ts'
import { Cursor, Id, Latitude, Longitude, Moment, Person, IdempotencyHeaders } from '../shapes.ts'
import { Line, OptionalLine, OptionalText } from '../texts.ts'
import { isSharedCoordinate } from './spot-position.ts'
import { DIFFICULTY_LEVELS, SPOT_TYPES, toSpotType } from './spot-types.ts'
import { issue } from '../sentences.ts'

/** A spot type; also accepts `mini_ramp` for `mini-ramp`. */
export const SpotTypeIn = z
  .string()
  .transform((value) => toSpotType(value) ?? value)
  .pipe(z.enum(SPOT_TYPES))

/** An imported spot's source and license. */
export const SpotSource = z
  .object({ name: z.string(), licence: z.string(), url: z.string().nullable() })
  .meta({ id: 'SpotSource' })

/** A spot's card: its public fields. */
export const SpotCard = z
  .object({
    id: Id,
    name: z.string(),
    /** Whether an import made up the name from nearby places, because its source has none. */
    name_is_guess: z.boolean(),
    description: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    country: z.string().nullable(),
    latitude: Latitude,
    longitude: Longitude,
    difficulty_level: z.enum(DIFFICULTY_LEVELS).nullable(),
    spot_type: z.enum(SPOT_TYPES).nullable(),
    spot_types: z.array(z.enum(SPOT_TYPES)),
    photo: Media.nullable(),
    photo_url: z.string().nullable(),
    /** The photo's media item, which the likes and comments on the card belong to. */
    cover_item: z.object({ post_id: Id, media_index: z.number().int() }).nullable(),
    status: z.enum(['open', 'gone']),
    /**
     * The spot's condition, based on status reports; `status` only says whether the spot still exists. Installed apps and
     * stored map areas read this name.
     */
    standing: SpotCondition,
    /** Who can see the spot. Before it opens, only people who can see its exact position can. */
    audience: AudienceIn,
    /** How precisely the position is shown to people who can't see the exact one. */
    precision: PrecisionIn,
    /** Whether the position and address are exact; otherwise, they're reduced to `precision`. */
    is_exact: z.boolean(),
    /** Who can see the exact position, and see the spot before it opens; null unless the viewer can. */
    exact_for: ExactAudienceIn.nullable(),
    /** When and to which audience the spot opens; null if it's open. */
    opens_at: Moment.nullable(),
    opens_to: AudienceIn.nullable(),
    /** The crew that can see the spot or its exact position; null if there is none. */
    crew: z.object({ id: Id, name: z.string() }).nullable(),
    posts_count: z.number().int(),
    likes_count: z.number().int(),
    comments_count: z.number().int(),
    /** The spot's main facts; null if none are known. */
    facts: FactLine.nullable(),
    created_at: Moment,
    source: SpotSource.nullable(),
  })
  .meta({ id: 'SpotCard' })

/** A spot's card: its public fields. */
export type SpotCard = z.output<typeof SpotCard>

/** A spot card with a time zone, for showing light and opening hours. */
export const ZonedSpotCard = SpotCard.extend({
  /** The IANA time zone at the position that the viewer sees. */
  time_zone: z.string(),
}).meta({ id: 'ZonedSpotCard' })

/** A spot card with a time zone, for showing light and opening hours. */
export type ZonedSpotCard = z.output<typeof ZonedSpotCard>

/** A spot's page, as shown to members. */
export const Spot = ZonedSpotCard.extend({
  address: z.string().nullable(),
  postal_code: z.string().nullable(),
  video_url: z.string().nullable(),
  additional_images: z.array(z.string()),
  additional_videos: z.array(z.string()),
  created_by: Id.nullable(),
  creator: Person.nullable(),
  /** Whether the viewer has saved the spot. */
  saved: z.boolean(),
  /** Increases with every edit of the spot's text or position. An edit sends it in `If-Match`. */
  version: z.number().int(),
  updated_at: Moment,
  /** The imported spot's id at its source. */
  source_id: z.string().nullable(),
  /** When the source stopped listing the spot. */
  source_missing_since: Moment.nullable(),
}).meta({ id: 'Spot' })

/** A spot's page, as shown to members. */
export type Spot = z.output<typeof Spot>

/** A photo or video in a spot's gallery, with its post. */
export const GalleryItem = z
  .object({
    post_id: Id,
    media_index: z.number().int(),
    media: Media,
    user: Person,
    created_at: Moment,
    likes_count: z.number().int(),
    comments_count: z.number().int(),
    /** Whether the viewer likes this item. */
    liked: z.boolean(),
    /** The post's title and content, and the people mentioned by `@name` in them. */
    title: z.string(),
    content: z.string().nullable(),
    mentions: z.array(Mention),
    /** Whether this is the spot's cover. */
    is_cover: z.boolean(),
  })
  .meta({ id: 'GalleryItem' })

/** A photo or video in a spot's gallery, with its post. */
export type GalleryItem = z.output<typeof GalleryItem>

/** The fields of {@link NewSpot}, before checks that involve several fields. */
export const NewSpotFields = z.object({
  name: Line(LIMITS.spot_name_max).pipe(z.string().min(1, issue`Please enter a name for your spot.`)),
  description: OptionalText(LIMITS.spot_description_max),
  address: OptionalLine(LIMITS.address_max),
  city: OptionalLine(LIMITS.place_max),
  state: OptionalLine(LIMITS.place_max),
  country: OptionalLine(LIMITS.place_max),
  postal_code: OptionalLine(LIMITS.postal_code_max),
  latitude: Latitude.refine(isSharedCoordinate),
  longitude: Longitude.refine(isSharedCoordinate),
  difficulty_level: z
    .enum(DIFFICULTY_LEVELS)
    .nullish()
    .transform((level) => level ?? null),
  spot_types: z
    .array(SpotTypeIn)
    .min(1)
    .max(SPOT_TYPES.length)
    .transform((types) => [...new Set(types)]),
  /** Who can see the spot; defaults to everyone. */
  audience: AudienceIn.optional(),
  /** How precisely the position is shown to people outside `exact_for`; defaults to exact. */
  precision: PrecisionIn.optional(),
  /** Who can see the exact position, and see the spot before it opens; defaults to its creator only. */
  exact_for: ExactAudienceIn.optional(),
  /** When the spot opens to `audience`; defaults to immediately. */
  opens_at: OpensAt.optional(),
  /** The crew that can see the spot or its exact position; only if `audience` or `exact_for` is `crew`. */
  crew_id: Id.nullish(),
  media_ids: z
    .array(Id)
    .min(1)
    .max(LIMITS.files_per_post)
    .refine((ids) => new Set(ids).size === ids.length, issue`A file is listed twice.`),
  alt_texts: AltTexts,
  /** The draft that becomes this spot. It's then deleted, along with its files that aren't in the list. */
  draft_id: Id.optional(),
})

/** The input for sharing a spot. */
export const NewSpot = NewSpotFields.refine(isExactWithin, EXACT_TOO_WIDE)
  .refine(namesItsCrew, CREW_MISSING)
  .refine(describesFiles, TOO_MANY_ALT_TEXTS)
  .meta({ id: 'NewSpot' })

/** The result of parsing {@link NewSpot}. */
export type NewSpot = z.output<typeof NewSpot>

/** A comma-separated list in a query string. */
const Listed = z
  .string()
  .max(2_000)
  .transform((text) => text.split(',').filter(Boolean))

const SpotParams = z.object({ spot_id: Id })

export const spotEndpoints = {
  getSpotCard: endpoint('GET /api/spots/:spot_id/card', {
    summary: 'Get a spot’s card, as shown on the map',
    policy: 'anyone',
    scope: 'spots:read',
    rate: 'read',
    params: SpotParams,
    answer: ZonedSpotCard,
    errors: ['SPOT_NOT_FOUND'],
  }),
  getVisitorMedia: endpoint('GET /api/spots/:spot_id/visitor-media', {
    summary: `List a spot’s photos and videos that visitors can see: the cover, then the newest. Returns at most ${LIMITS.visitor_media_max}.`,
    policy: 'anyone',
    scope: 'spots:read',
    rate: 'read',
    params: SpotParams,
    answer: z.object({ items: z.array(Media) }),
    errors: ['SPOT_NOT_FOUND'],
  }),
  getSpot: endpoint('GET /api/spots/:spot_id', {
    summary: 'Get a spot with all the details on its page',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    params: SpotParams,
    answer: Spot,
    errors: ['SPOT_NOT_FOUND'],
  }),
  getSpotGallery: endpoint('GET /api/spots/:spot_id/media', {
    summary: 'List a spot’s photos and videos, newest post first, in pages',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    params: SpotParams,
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(GalleryItem), next_cursor: Cursor.nullable() }),
    errors: ['SPOT_NOT_FOUND', 'BAD_CURSOR'],
  }),
  nearbySpots: endpoint('GET /api/spots/nearby', {
    summary: `Find spots within ${LIMITS.twin_metres} m of a position that are probably the same place, most similar first. Spots are compared by distance and, if given, by name, types, and files.`,
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    query: PointQuery.extend({
      name: Line(LIMITS.spot_name_max).optional(),
      /** The new spot's types, comma-separated. */
      spot_types: Listed.pipe(z.array(SpotTypeIn).max(SPOT_TYPES.length)).optional(),
      /** The viewer's own files, comma-separated, to compare with the photos of nearby spots. */
      media_ids: Listed.pipe(z.array(Id).max(LIMITS.files_per_post)).optional(),
    }),
    answer: z.object({
      items: z.array(z.object({ spot: SpotCard, metres: z.number(), same_picture: z.boolean() })),
    }),
  }),
  shareSpot: endpoint('POST /api/spots', {
    summary:
      'Share a spot with its first post and media. Either all of them are created or none. Returns the spot.',
    policy: 'member',
    scope: 'spots:write',
    rate: 'post',
    headers: IdempotencyHeaders,
    body: NewSpot,
    answer: Spot,
    status: 201,
    errors: [
      'CREW_NOT_FOUND',
      'DRAFT_NOT_FOUND',
      'MEDIA_NOT_FOUND',
      'MEDIA_TAKEN',
      'MEDIA_NOT_READY',
      'UNPROCESSABLE',
      'IN_PROGRESS',
      'KEY_REUSED',
    ],
  }),
}
