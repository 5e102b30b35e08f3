import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { AltTexts, describesFiles, TOO_MANY_ALT_TEXTS } from '../media/index.ts'
import { Post } from '../posts/index.ts'
import { Id, IdempotencyHeaders } from '../shapes.ts'
import { Line, OptionalText } from '../texts.ts'
import { issue } from '../sentences.ts'

const BAD_ADDRESS = issue`Enter a photo link that starts with https://.`

/** Normalizes an http(s) URL as browsers do; returns undefined for anything else, including URLs with credentials. */
export function readPhotoUrl(text: string): string | undefined {
  // Browsers strip tabs and line breaks from URLs, so the URL that opens would differ from the one that was checked.
  if (/[\s\\]/.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username || url.password || !url.hostname) return undefined
  return url.href.length <= LIMITS.photo_url_max ? url.href : undefined
}

const PhotoUrl = OptionalText(LIMITS.photo_url_max).transform((text, context) => {
  if (text === null) return null
  const url = readPhotoUrl(text)
  if (url) return url
  context.addIssue({ code: 'custom', message: BAD_ADDRESS })
  return z.NEVER
})

/** The input for creating a post without a spot: text, photos, videos, or a photo's URL. */
export const NewContent = z
  .object({
    title: Line(LIMITS.post_title_max).pipe(z.string().min(1, issue`Enter a title.`)),
    content: OptionalText(LIMITS.post_content_max),
    photo_url: PhotoUrl,
    media_ids: z
      .array(Id)
      .max(LIMITS.files_per_post)
      .refine((ids) => new Set(ids).size === ids.length, issue`A file is listed twice.`)
      .default([]),
    alt_texts: AltTexts,
    /** The crew to share it with; if absent, it's shared with all members. */
    crew_id: Id.nullish(),
    /** Always null: these posts have no video URL and no spot. */
    video_url: z.null().optional(),
    spot_id: z.null().optional(),
  })
  .refine(describesFiles, TOO_MANY_ALT_TEXTS)
  .meta({ id: 'NewContent' })

/** The result of parsing {@link NewContent}. */
export type NewContent = z.output<typeof NewContent>

export const contentEndpoints = {
  shareContent: endpoint('POST /api/content', {
    summary:
      'Share a post without a spot: text, photos, videos, or a link to a photo. If the server copies linked photos, a copy replaces the link shortly afterward. Returns the post.',
    policy: 'member',
    scope: 'posts:write',
    rate: 'post',
    headers: IdempotencyHeaders,
    body: NewContent,
    answer: Post,
    status: 201,
    errors: [
      'CREW_NOT_FOUND',
      'MEDIA_NOT_FOUND',
      'MEDIA_TAKEN',
      'MEDIA_NOT_READY',
      'UNPROCESSABLE',
      'IN_PROGRESS',
      'KEY_REUSED',
    ],
  }),
}
