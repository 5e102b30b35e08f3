import { Readable } from 'node:stream'
import { contract } from '@nollie/contract'
import { MEDIA_FILES, type MediaFile } from '@nollie/contract/media'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../../platform/files/index.ts'
import { Refusal, serve } from '../../platform/http/index.ts'
import { isKey } from './keys.ts'
import { requireOwnMedia, toMedia } from './media.service.ts'
import type { MediaParts } from './parts.ts'
import { type FileReader, findShownFile } from './shown.queries.ts'

const TYPES = { avif: 'image/avif', webp: 'image/webp', mp4: 'video/mp4' } as const
/** Seconds after which a copy, wherever it is, must be asked about again: hidden and deleted files go within ten. */
const FRESH_SECONDS = 5
// Only what visitors may see is for caches that many people share. A browser shows its own copy at once and asks behind it.
const CACHE = {
  public: `public, max-age=${FRESH_SECONDS}, must-revalidate`,
  private: `private, max-age=${FRESH_SECONDS}, stale-while-revalidate=86400`,
} as const
/** What stands for a file that is still to be made; asked about anew each time. */
const SMALLER: Partial<Record<MediaFile, MediaFile>> = { '2048.avif': '1080.avif', '2048.webp': '1080.webp' }

const isMediaFile = (name: string): name is MediaFile => (MEDIA_FILES as readonly string[]).includes(name)

/** The bytes a `Range` header asks for; null for the whole file, `'none'` where it lies outside. One range only. */
export const rangeOf = (header: string | undefined, size: number): ByteRange | 'none' | null => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (!from && !to) return null
  const start = from ? Number(from) : Math.max(0, size - Number(to))
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  if (from && to && Number(to) < Number(from)) return null
  if (start >= size || (!from && Number(to) === 0)) return 'none'
  return { start, end }
}

const findFile = async ({ files }: MediaParts, key: string, file: MediaFile) => {
  for (const found of [file, SMALLER[file]]) {
    const name = `${key}/${found}`
    const facts = found && (await files.stat(name))
    if (facts) return { name, facts, isSmaller: found !== file }
  }
  throw new Refusal('NOT_FOUND')
}

const sendFile = async (
  parts: MediaParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, file, isPublic }: { key: string; file: MediaFile; isPublic: boolean },
): Promise<FastifyReply> => {
  const { name, facts, isSmaller } = await findFile(parts, key, file)
  const shared = isPublic ? 'public' : 'private'
  const etag = `"${facts.size.toString(36)}-${facts.modified.getTime().toString(36)}"`
  reply.headers({
    'content-type': TYPES[file.split('.')[1] as keyof typeof TYPES],
    'cache-control': isSmaller ? `${shared}, no-cache` : CACHE[shared],
    vary: 'Cookie, Authorization',
    'accept-ranges': 'bytes',
    etag,
    // Bytes that came from a stranger: never a page, never a script, never part of another site.
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  })
  const { range: asked, 'if-range': unless, 'if-none-match': known } = request.headers
  if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) return reply.code(304).send()
  const range = unless === undefined || unless === etag ? rangeOf(asked, facts.size) : null
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${facts.size}`).send()
  const { start, end } = range ?? { start: 0, end: facts.size - 1 }
  reply.code(range ? 206 : 200).header('content-length', end - start + 1)
  if (range) reply.header('content-range', `bytes ${start}-${end}/${facts.size}`)
  // An empty stream keeps the length that the whole file would have.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : parts.files.read(name, { start, end }))
}

const readerOf = ({ viewer, suspended }: FastifyRequest): FileReader =>
  viewer ? { ...viewer, is_suspended: false } : suspended && { ...suspended, is_suspended: true }

/** Following one's own items, and the files of all. */
export const mediaRoutes = (app: FastifyInstance, { parts }: { parts: MediaParts }): void => {
  serve(app, contract.getMedia, async ({ params, viewer }) =>
    toMedia(await requireOwnMedia(parts, params.media_id, viewer.user_id)),
  )

  serve(app, contract.getMediaFile, async ({ params: { key, file }, request, reply }) => {
    if (!isKey(key) || !isMediaFile(file)) throw new Refusal('NOT_FOUND')
    const shown = await findShownFile(parts.db, key, readerOf(request))
    if (!shown) throw new Refusal('NOT_FOUND')
    return sendFile(parts, request, reply, { key, file, isPublic: shown.is_public })
  })
}
