import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Media } from '../media/index.ts'
import { Id, IdempotencyHeaders, Latitude, Longitude, Near } from '../shapes.ts'
import { Filled, Line, Text } from '../texts.ts'
import { issue } from '../sentences.ts'

const Day = z.iso.date(issue`Choose a day.`)

function isLink(text: string): boolean {
  return /^https?:\/\/[^\s\\@]+$/i.test(text) && URL.canParse(text) && new URL(text).hostname.includes('.')
}

/** The ad fields that an admin can edit, such as advertiser, location, and first and last day (inclusive, UTC). */
export const AdValues = z
  .object({
    title: Line(LIMITS.ad_title_max).pipe(Filled),
    content: Text(LIMITS.ad_content_max).pipe(Filled),
    link: z
      .string()
      .trim()
      .max(LIMITS.photo_url_max)
      .refine(isLink, issue`Enter a link that starts with https:// or http://.`),
    /** A photo uploaded by the admin, or the ad's current one; null if there is none. */
    media_id: Id.nullable(),
    place_name: Line(LIMITS.place_max).pipe(Filled),
    latitude: Latitude,
    longitude: Longitude,
    /** The ad is shown to people within this many kilometers of its location. */
    radius_km: z
      .number()
      .int()
      .min(1, issue`This must be 1 km or more.`)
      .max(LIMITS.ad_radius_km, issue`This must be 500 km or less.`),
    starts_on: Day,
    ends_on: Day,
  })
  .refine(({ starts_on, ends_on }) => starts_on <= ends_on, {
    path: ['ends_on'],
    message: issue`The end is before the start.`,
  })
  .meta({ id: 'AdValues' })

/** The ad fields an admin can edit. */
export type AdValues = z.output<typeof AdValues>

/** An ad, as shown to members nearby. */
export const Ad = z
  .object({
    id: Id,
    title: z.string(),
    content: z.string(),
    link: z.string(),
    media: Media.nullable(),
    place_name: z.string(),
  })
  .meta({ id: 'Ad' })

/** An ad, as shown to members nearby. */
export type Ad = z.output<typeof Ad>

/** An ad, as shown to admins, with its location, dates, views, and clicks. */
export const ManagedAd = Ad.extend({
  latitude: z.number(),
  longitude: z.number(),
  radius_km: z.number().int(),
  starts_on: z.string(),
  ends_on: z.string(),
  /** Totals for the days that are still stored. */
  views: z.number().int(),
  presses: z.number().int(),
  /** The most recent days with views, newest first. */
  days: z.array(z.object({ day: z.string(), views: z.number().int(), presses: z.number().int() })),
}).meta({ id: 'ManagedAd' })

/** An ad, as shown to admins. */
export type ManagedAd = z.output<typeof ManagedAd>

/** The content of the single ad slot, as configured by the operator. */
export const AdPlace = z
  .object({
    /** `house` shows the admins' ads, and `provider` a provider's page, which requires the person's consent. */
    kind: z.enum(['house', 'off', 'provider']),
    /** The URL of the provider's page, shown in a sandboxed frame. */
    frame: z.string().nullable(),
    /** The provider's banner ad units for native apps. */
    banner: z.object({ android: z.string().nullable(), ios: z.string().nullable() }),
  })
  .meta({ id: 'AdPlace' })

/** The content of the single ad slot. */
export type AdPlace = z.output<typeof AdPlace>

const AdParams = z.object({ ad_id: Id })

/** Ads managed by admins, with their views and clicks. */
export const adEndpoints = {
  getAdNear: endpoint('GET /api/ads/near', {
    summary:
      'Get a random ad near a position, or null if there is none. All ads nearby are equally likely. The position is rounded to a tenth of a degree and never stored.',
    policy: 'member',
    rate: 'read',
    query: z.object({ near: Near }),
    answer: z.object({ ad: Ad.nullable() }),
  }),
  countAdView: endpoint('POST /api/ads/:ad_id/views', {
    summary: 'Count a view of an ad, without recording who saw it',
    policy: 'member',
    rate: 'ad_count',
    params: AdParams,
    errors: ['NOT_FOUND'],
  }),
  countAdPress: endpoint('POST /api/ads/:ad_id/presses', {
    summary: 'Count a click on an ad’s link, without recording who clicked',
    policy: 'member',
    rate: 'ad_count',
    params: AdParams,
    errors: ['NOT_FOUND'],
  }),
  listAds: endpoint('GET /api/ads', {
    summary: 'List all ads by end date, latest first',
    policy: 'admin',
    rate: 'read',
    answer: z.object({ items: z.array(ManagedAd) }),
  }),
  addAd: endpoint('POST /api/ads', {
    summary: 'Create an ad and return it',
    policy: 'admin',
    rate: 'write',
    headers: IdempotencyHeaders,
    body: AdValues,
    status: 201,
    answer: ManagedAd,
    errors: [
      'MEDIA_NOT_FOUND',
      'MEDIA_TAKEN',
      'MEDIA_NOT_READY',
      'UNPROCESSABLE',
      'WRONG_TYPE',
      'CONFLICT',
      'IN_PROGRESS',
      'KEY_REUSED',
    ],
  }),
  changeAd: endpoint('PUT /api/ads/:ad_id', {
    summary: 'Update an ad and return it',
    policy: 'admin',
    rate: 'write',
    params: AdParams,
    body: AdValues,
    answer: ManagedAd,
    errors: ['NOT_FOUND', 'MEDIA_NOT_FOUND', 'MEDIA_TAKEN', 'MEDIA_NOT_READY', 'UNPROCESSABLE', 'WRONG_TYPE'],
  }),
  removeAd: endpoint('DELETE /api/ads/:ad_id', {
    summary: 'Delete an ad with its view and click counts',
    policy: 'admin',
    rate: 'write',
    params: AdParams,
    errors: ['NOT_FOUND'],
  }),
}
