import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { issue } from '../sentences.ts'
import { Id } from '../shapes.ts'
import { Text } from '../texts.ts'

/** `uploading` -> `processing` -> `ready` or `failed`. A video can be attached to a post while it's `processing`. */
export const MediaStatus = z.enum(['uploading', 'processing', 'ready', 'failed'])

/** Every file that a media item can have, from smallest to best; no others are served. */
export const MEDIA_FILES = [
  '400.avif',
  '400.webp',
  '1080.avif',
  '1080.webp',
  '2048.avif',
  '2048.webp',
  'video.mp4',
] as const

/** The name of one of a media item's files. */
export type MediaFile = (typeof MEDIA_FILES)[number]

/**
 * A photo or video, with the data that screens need. `url` is a photo's 1080 px WebP, or a video's MP4 (null until
 * ready). `base` + `/{400|1080|2048}.{avif|webp}` are the images; for a video, they show its poster, which exists while
 * the video is still `processing`. 400 is a centered square. Images are never enlarged, so a small photo has small
 * files. A photo's 2048 px files are made after it's `ready`; until then, their URLs serve the 1080 px files.
 */
export const Media = z
  .object({
    id: Id,
    type: z.enum(['image', 'video']),
    status: MediaStatus,
    base: z.string().nullable(),
    url: z.string().nullable(),
    /** The largest image's size in pixels, upright; for a video, its playback size. */
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    /** A base64 thumbhash of about 25 bytes. */
    thumbhash: z.string().nullable(),
    /** A video's length in seconds; null for photos. */
    duration: z.number().nullable(),
    /**
     * The reason processing failed, shown to people; null unless `failed`. Localized when the owner requests the file
     * or their drafts, otherwise in English.
     */
    failure: z.string().nullable(),
    /** The author's description for people who can't see it; null if there is none. */
    alt_text: z.string().nullable(),
  })
  .meta({ id: 'Media' })

/** A photo or video, with the data that screens need. */
export type Media = z.output<typeof Media>

/** A description of a photo or video; blank text or `null` removes it. */
export const AltText = Text(LIMITS.alt_text_max)
  .nullable()
  .transform((text) => text || null)

/**
 * Descriptions of new files, in the order of their `media_ids`. Files without an entry retain their current
 * descriptions.
 */
export const AltTexts = z.array(AltText).max(LIMITS.files_per_post).optional()

/** Whether there are no more descriptions than files. */
export function describesFiles({
  media_ids,
  alt_texts = [],
}: {
  media_ids: readonly string[]
  alt_texts?: readonly unknown[] | undefined
}): boolean {
  return alt_texts.length <= media_ids.length
}

/** The error if {@link describesFiles} is false. */
export const TOO_MANY_ALT_TEXTS = {
  path: ['alt_texts'],
  error: issue`There are more descriptions than files.`,
}

const MediaParams = z.object({ media_id: Id })

/**
 * Uploads use tus 1.0.0 at `/api/uploads`: `POST` with `Upload-Length` and `Upload-Metadata` (`filename`, `filetype`),
 * then `PATCH`. The upload URL's last segment is the media item's id. The content determines the file type. `filetype`,
 * or the name if it's missing, only helps to reject oversized files before the first byte. The name is never stored. An
 * animated GIF, WebP, or PNG becomes a silent video; other animations become a photo of their first frame. The response
 * to the last byte is 204, or else 415 or 413 if the content is rejected. Clients then wait for the item with
 * `getMedia` or the `media` event.
 */
export const mediaEndpoints = {
  createUpload: endpoint('POST /api/uploads', {
    summary:
      'Start a resumable upload (tus 1.0.0 creation). The `Location` response header contains the upload’s address.',
    policy: 'member',
    scope: 'media:write',
    rate: 'upload',
    status: 201,
    errors: ['TOO_LARGE', 'WRONG_TYPE', 'QUOTA', 'STORAGE_FULL', 'STALE'],
  }),
  uploadState: endpoint('HEAD /api/uploads/:media_id', {
    summary: 'Get the number of bytes received for an upload, in the `Upload-Offset` header (tus)',
    policy: 'member',
    scope: 'media:write',
    rate: 'upload_chunk',
    params: MediaParams,
    status: 200,
    errors: ['UPLOAD_NOT_FOUND'],
  }),
  continueUpload: endpoint('PATCH /api/uploads/:media_id', {
    summary: 'Send the next bytes of an upload (tus)',
    policy: 'member',
    scope: 'media:write',
    rate: 'upload_chunk',
    params: MediaParams,
    errors: ['UPLOAD_NOT_FOUND', 'CONFLICT', 'STALE', 'STORAGE_FULL', 'TOO_LARGE', 'WRONG_TYPE'],
  }),
  removeUpload: endpoint('DELETE /api/uploads/:media_id', {
    summary:
      'Cancel an upload, or delete an uploaded file that isn’t in a post or draft yet (tus termination)',
    policy: 'member',
    scope: 'media:write',
    rate: 'upload_chunk',
    params: MediaParams,
    errors: ['UPLOAD_NOT_FOUND', 'MEDIA_TAKEN'],
  }),
  getMedia: endpoint('GET /api/media/:media_id', {
    summary: 'Get one of the viewer’s own media items, for example to follow its processing',
    policy: 'member',
    scope: 'media:read',
    rate: 'read',
    params: MediaParams,
    answer: Media,
    errors: ['MEDIA_NOT_FOUND'],
  }),
  getMediaFile: endpoint('GET /media/:key/:file', {
    summary:
      'Get an image or video file, if the viewer can see the content that it belongs to. Visitors can get the covers and the newest photos and videos of public spots. A file’s address can’t be guessed. Its bytes never change, with one exception: until a 2048 px image is ready, a smaller one is sent with `no-cache`. Supports `Range`. If the server uses a content delivery network, requests from image and video elements are redirected to it, unless `direct` is set.',
    policy: 'anyone',
    scope: 'media:read',
    rate: 'file',
    params: z.object({ key: z.string(), file: z.string() }),
    query: z.object({ direct: z.string().max(1).optional() }),
    status: 200,
    errors: ['NOT_FOUND'],
  }),
}
