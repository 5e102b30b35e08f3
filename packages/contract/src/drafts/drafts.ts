import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { AltTexts, describesFiles, Media, TOO_MANY_ALT_TEXTS } from '../media/index.ts'
import { Place } from '../places/index.ts'
import { Id, IdempotencyHeaders, Latitude, Longitude, Moment } from '../shapes.ts'
import { OptionalText, Text } from '../texts.ts'
import { issue } from '../sentences.ts'

/** A photo with its position, saved to share as a spot later. Visible only to its owner. */
export const Draft = z
  .object({
    id: Id,
    /** Photos and videos in order; the status is `failed` if a file couldn't be processed. */
    media: z.array(Media),
    latitude: Latitude.nullable(),
    longitude: Longitude.nullable(),
    /** The position's accuracy as a radius in meters; null if unknown, or if the owner placed the pin. */
    accuracy: z.number().nullable(),
    /** The place at the position; null if the gazetteer has none. */
    place: Place.nullable(),
    note: z.string().nullable(),
    /** When the photo was taken, which can be long before its upload. */
    taken_at: Moment,
  })
  .meta({ id: 'Draft' })

/** A photo with its position, saved to share as a spot later. */
export type Draft = z.output<typeof Draft>

type MaybePoint = { latitude?: number | null | undefined; longitude?: number | null | undefined }

function isWhole({ latitude, longitude }: MaybePoint): boolean {
  return typeof latitude === typeof longitude && !(latitude === 0 && longitude === 0)
}

const WHOLE = { path: ['latitude'], error: issue`A location needs both coordinates.` }

/** The input for creating a draft. */
export const NewDraft = z
  .object({
    media_ids: z
      .array(Id)
      .min(1)
      .max(LIMITS.files_per_post)
      .refine((ids) => new Set(ids).size === ids.length, issue`A file is listed twice.`),
    alt_texts: AltTexts,
    latitude: Latitude.optional(),
    longitude: Longitude.optional(),
    accuracy: z.number().min(0).max(50_000).optional(),
    note: OptionalText(LIMITS.draft_note_max),
    /** Defaults to now; a future time counts as now. */
    taken_at: Moment.optional(),
  })
  .refine(isWhole, WHOLE)
  .refine(describesFiles, TOO_MANY_ALT_TEXTS)
  .meta({ id: 'NewDraft' })

/** The result of parsing {@link NewDraft}. */
export type NewDraft = z.output<typeof NewDraft>

/** An edit to a draft; absent fields stay unchanged. */
export const DraftEdit = z
  .object({
    /** A blank or `null` note deletes the current one. */
    note: Text(LIMITS.draft_note_max)
      .nullable()
      .transform((text) => text || null)
      .optional(),
    latitude: Latitude.optional(),
    longitude: Longitude.optional(),
  })
  .refine(isWhole, WHOLE)
  .meta({ id: 'DraftEdit' })

/** The result of parsing {@link DraftEdit}. */
export type DraftEdit = z.output<typeof DraftEdit>

const DraftParams = z.object({ draft_id: Id })

/** Spot drafts. Sharing one (`shareSpot` with `draft_id`) deletes it. */
export const draftEndpoints = {
  listDrafts: endpoint('GET /api/drafts', {
    summary: `List the viewer’s drafts (up to ${LIMITS.drafts_max}), most recently taken first`,
    policy: 'own',
    rate: 'read',
    answer: z.object({ items: z.array(Draft) }),
  }),
  addDraft: endpoint('POST /api/drafts', {
    summary:
      'Save uploaded photos and their position as a draft. Returns the draft, or the existing draft if the files are already in one.',
    policy: 'member',
    rate: 'write',
    headers: IdempotencyHeaders,
    body: NewDraft,
    answer: Draft,
    status: 201,
    errors: [
      'MEDIA_NOT_FOUND',
      'MEDIA_TAKEN',
      'MEDIA_NOT_READY',
      'UNPROCESSABLE',
      'TOO_MANY_DRAFTS',
      'IN_PROGRESS',
      'KEY_REUSED',
    ],
  }),
  editDraft: endpoint('PATCH /api/drafts/:draft_id', {
    summary: 'Change a draft’s note or position. Returns the draft.',
    policy: 'member',
    rate: 'write',
    params: DraftParams,
    body: DraftEdit,
    answer: Draft,
    errors: ['DRAFT_NOT_FOUND'],
  }),
  removeDraft: endpoint('DELETE /api/drafts/:draft_id', {
    summary: 'Delete a draft and its photos',
    policy: 'member',
    rate: 'remove',
    params: DraftParams,
    errors: ['DRAFT_NOT_FOUND'],
  }),
}
