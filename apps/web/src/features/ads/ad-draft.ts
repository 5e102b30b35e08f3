import type { AdValues, ManagedAd } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { makeFormDrafts } from '../../lib/drafts/form-drafts.ts'
import { finishUploads, type UploadQueue } from '../media/index.ts'
import type { FieldErrors } from '../../ui/index.ts'
import { fromKilometres, toKilometres } from './radius.ts'

/** The town near which an ad is shown. */
export type AdTown = { name: string; latitude: number; longitude: number }

/** The values in the ad form, as typed. */
export type AdDraft = {
  title: string
  content: string
  link: string
  town: AdTown | null
  /** The radius in the person's units. */
  radius: string
  starts_on: string
  ends_on: string
  /** The media ID of the ad's current photo; null if there is none or it was removed. */
  media_id: string | null
}

const TEXTS = ['title', 'content', 'link', 'radius', 'starts_on', 'ends_on'] as const

function readTown(stored: unknown): AdTown | null {
  const { name, latitude, longitude } = (stored ?? {}) as Partial<Record<keyof AdTown, unknown>>
  return typeof name === 'string' && typeof latitude === 'number' && typeof longitude === 'number'
    ? { name, latitude, longitude }
    : null
}

function readDraft(stored: unknown): AdDraft | null {
  const found = (stored ?? {}) as Partial<Record<string, unknown>>
  if (!TEXTS.every((field) => typeof found[field] === 'string')) return null
  const texts = Object.fromEntries(TEXTS.map((field) => [field, found[field]]))
  const media_id = typeof found.media_id === 'string' ? found.media_id : null
  return { ...(texts as Record<(typeof TEXTS)[number], string>), town: readTown(found.town), media_id }
}

/** Unsaved ads by author and ad; null if nothing was typed. */
export const adDrafts = makeFormDrafts<AdDraft | null>({
  prefix: 'nollie.ad',
  blank: null,
  isBlank: (draft) => draft === null,
  readDraft,
})

const DAY_MS = 86_400_000
/** Returns a date in UTC, as ads store dates. */
export function getAdDay(from_now = 0): string {
  return new Date(Date.now() + from_now * DAY_MS).toISOString().slice(0, 10)
}

/** The default duration and radius of a new ad. */
const FIRST = { days: 30, radius_km: 25 }

/** Returns the form's initial values. */
export function toDraft(ad: ManagedAd | null): AdDraft {
  return ad
    ? {
        title: ad.title,
        content: ad.content,
        link: ad.link,
        town: { name: ad.place_name, latitude: ad.latitude, longitude: ad.longitude },
        radius: String(fromKilometres(ad.radius_km)),
        starts_on: ad.starts_on,
        ends_on: ad.ends_on,
        media_id: ad.media?.id ?? null,
      }
    : {
        title: '',
        content: '',
        link: '',
        town: null,
        media_id: null,
        radius: String(fromKilometres(FIRST.radius_km)),
        starts_on: getAdDay(),
        ends_on: getAdDay(FIRST.days),
      }
}

/** Returns client-side validation errors; null if there are none. */
export function checkAd(draft: AdDraft): FieldErrors | null {
  return draft.town ? null : { place_name: m.ads_form_town_missing() }
}

function buildBody({ town, radius, media_id, ...texts }: AdDraft, added: string | null): AdValues {
  return {
    ...texts,
    link: texts.link.trim(),
    place_name: (town?.name ?? '').slice(0, LIMITS.place_max),
    latitude: town?.latitude ?? 0,
    longitude: town?.longitude ?? 0,
    radius_km: toKilometres(Number(radius)),
    media_id: added ?? media_id,
  }
}

/** Thrown if the photo fails to upload. */
export class PhotoFailed extends Error {}

/**
 * Saves an ad with its photo, using the outbox's `send`. Retries never create a second ad.
 * @throws PhotoFailed, and the server's errors
 */
export async function saveAd(
  { id, draft, queue }: { id: string | null; draft: AdDraft; queue: UploadQueue },
  send: <T>(body: string, to: (body: string, key: string) => Promise<T>) => Promise<T>,
): Promise<ManagedAd> {
  const { good, stuck } = await finishUploads(queue)
  const [photo] = good
  if (stuck || (queue.items().length > 0 && !photo)) throw new PhotoFailed()
  return send(JSON.stringify(buildBody(draft, photo?.media_id ?? null)), (text, key) => {
    const body = JSON.parse(text) as AdValues
    return untilAnswered(() =>
      id
        ? call('PUT /api/ads/:ad_id', { params: { ad_id: id }, body })
        : call('POST /api/ads', { body, headers: { 'idempotency-key': key } }),
    )
  })
}
