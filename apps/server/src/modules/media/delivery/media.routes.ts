import { Readable } from 'node:stream'
import { contract } from '@nollie/contract'
import { MEDIA_FILES, type MediaFile } from '@nollie/contract/media'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ByteRange, isNoSuchFile } from '../../../platform/files/index.ts'
import { getRequestLanguage, Refusal, serve } from '../../../platform/http/index.ts'
import { isOfElement, REDIRECT_SECONDS, signAddress } from './cdn.ts'
import { isKey } from '../file-keys.ts'
import { mediaIn, requireOwnMedia, toMedia } from '../media.service.ts'
import type { MediaParts } from '../media-deps.ts'
import { type FileReader, findShownFile } from './visibility.queries.ts'

const TYPES = { avif: 'image/avif', webp: 'image/webp', mp4: 'video/mp4' } as const
/**
 * How many seconds a cache may use its copy without revalidating. Hidden and deleted files must disappear within ten.
 */
const FRESH_SECONDS = 5
// Shared caches store only public files. A browser shows its own copy immediately and revalidates it in the background.
const CACHE = {
  public: `public, max-age=${FRESH_SECONDS}, must-revalidate`,
  private: `private, max-age=${FRESH_SECONDS}, stale-while-revalidate=86400`,
} as const
/** Smaller files to send while the largest is pending. They are never cached under the largest file's URL. */
const SMALLER: Partial<Record<MediaFile, MediaFile>> = { '2048.avif': '1080.avif', '2048.webp': '1080.webp' }

function isMediaFile(name: string): name is MediaFile {
  return (MEDIA_FILES as readonly string[]).includes(name)
}

/** Parses a `Range` header with a single range. Returns null for the whole file, or `'none'` for a range outside it. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (!from && !to) return null
  const start = from ? Number(from) : Math.max(0, size - Number(to))
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  if (from && to && Number(to) < Number(from)) return null
  if (start >= size || (!from && Number(to) === 0)) return 'none'
  return { start, end }
}

async function findFile({ files }: MediaParts, key: string, file: MediaFile) {
  for (const found of [file, SMALLER[file]]) {
    const name = `${key}/${found}`
    const facts = found && (await files.stat(name))
    if (facts) return { name, facts, isSmaller: found !== file }
  }
  throw new Refusal('NOT_FOUND')
}

// The file may have been deleted after it was found.
function openFile({ files }: MediaParts, name: string, range: ByteRange): Promise<Readable> {
  return files.read(name, range).catch((error: unknown) => {
    throw isNoSuchFile(error) ? new Refusal('NOT_FOUND') : error
  })
}

async function sendFile(
  parts: MediaParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, file, isPublic, isDirect }: { key: string; file: MediaFile; isPublic: boolean; isDirect: boolean },
): Promise<FastifyReply> {
  const { name, facts, isSmaller } = await findFile(parts, key, file)
  const { cdn } = parts
  if (cdn) reply.header('vary', 'Cookie, Authorization, Sec-Fetch-Dest, Sec-Fetch-Mode')
  // When the CDN rejects a request, it redirects back here with `?direct`.
  if (cdn && !isDirect && isOfElement(request.headers))
    return reply
      .header('cache-control', `private, max-age=${REDIRECT_SECONDS}`)
      .redirect(signAddress(cdn, name), 302)
  const shared = isPublic ? 'public' : 'private'
  const etag = `"${facts.size.toString(36)}-${facts.modified.getTime().toString(36)}"`
  reply.headers({
    'content-type': TYPES[file.split('.')[1] as keyof typeof TYPES],
    'cache-control': isSmaller ? `${shared}, no-cache` : CACHE[shared],
    ...(!cdn && { vary: 'Cookie, Authorization' }),
    'accept-ranges': 'bytes',
    etag,
    // The bytes are untrusted. Browsers must not run them as a page or script, or use them on another site.
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  })
  const { range: asked, 'if-range': unless, 'if-none-match': known } = request.headers
  if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) return reply.code(304).send()
  const range = unless === undefined || unless === etag ? parseRange(asked, facts.size) : null
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${facts.size}`).send()
  const { start, end } = range ?? { start: 0, end: facts.size - 1 }
  // A HEAD response has no body, but reports the file's length.
  const content = request.method === 'HEAD' ? Readable.from([]) : await openFile(parts, name, { start, end })
  reply.code(range ? 206 : 200).header('content-length', end - start + 1)
  if (range) reply.header('content-range', `bytes ${start}-${end}/${facts.size}`)
  return reply.send(content)
}

function getReader({ viewer, suspended }: FastifyRequest): FileReader {
  return viewer ? { ...viewer, is_suspended: false } : suspended && { ...suspended, is_suspended: true }
}

/** Routes for a person's own media items, and for all files. */
export function mediaRoutes(app: FastifyInstance, { parts }: { parts: MediaParts }): void {
  serve(app, contract.getMedia, async ({ params, viewer, request }) =>
    mediaIn(
      getRequestLanguage(request),
      toMedia(await requireOwnMedia(parts, params.media_id, viewer.user_id)),
    ),
  )

  serve(app, contract.getMediaFile, async ({ params: { key, file }, query, request, reply }) => {
    if (!isKey(key) || !isMediaFile(file)) throw new Refusal('NOT_FOUND')
    const shown = await findShownFile(parts.db, key, getReader(request))
    if (!shown) throw new Refusal('NOT_FOUND')
    return sendFile(parts, request, reply, {
      key,
      file,
      isPublic: shown.is_public,
      isDirect: query.direct !== undefined,
    })
  })
}
