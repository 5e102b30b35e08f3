import { Readable } from 'node:stream'
import { contract } from '@nollie/contract'
import { Metadata, Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, serve } from '../../../platform/http/index.ts'
import { findOwnMedia, type MediaRow } from '../media.queries.ts'
import { discardMedia } from '../media.service.ts'
import type { MediaParts } from '../media-deps.ts'
import { beginUpload, settleUpload } from './accept-upload.service.ts'
import { UploadStore } from '../resume-upload.store.ts'
import { inEnglish, say } from '../../../platform/languages/index.ts'

const PATH = '/api/uploads'
const BODY = 'application/offset+octet-stream'
const VERSION = '1.0.0'
const FORWARDED = ['content-type', 'content-length', 'upload-offset', 'upload-length', 'tus-resumable']
const ANSWERED = ['tus-resumable', 'upload-offset', 'upload-length', 'location', 'cache-control']

type TusError = { status_code: number; body: string }
type Failure = Error | TusError

function toRefusal({ status_code, body }: TusError): Refusal {
  const detail = inEnglish(body.trim())
  if (status_code === 404 || status_code === 410) return new Refusal('UPLOAD_NOT_FOUND')
  if (status_code === 409) return new Refusal('CONFLICT', { detail })
  if (status_code === 413)
    return new Refusal('TOO_LARGE', { detail: inEnglish('The upload is longer than its Upload-Length.') })
  return new Refusal('BAD_REQUEST', { detail })
}

function parseLength(request: FastifyRequest): number {
  const text = request.headers['upload-length']
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text))
    throw new Refusal('BAD_REQUEST', { detail: inEnglish('Upload-Length is required.') })
  return Number(text)
}

function parseMetadata(request: FastifyRequest): Record<string, string | null> {
  const text = request.headers['upload-metadata']
  if (typeof text !== 'string' || text.length > 4096) return {}
  try {
    return Metadata.parse(text)
  } catch {
    throw new Refusal('BAD_REQUEST', { detail: inEnglish("Upload-Metadata isn't valid.") })
  }
}

// The tus protocol requires status 412 for other versions.
function requireVersion(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-version', VERSION).header('tus-resumable', VERSION)
  if (request.headers['tus-resumable'] !== VERSION)
    throw new Refusal('STALE', { detail: inEnglish(`Uploads use tus ${VERSION}.`) })
}

// The library gets a request without personal data (no cookie, no file name).
function toWebRequest(request: FastifyRequest, id: string): Request {
  const headers = new Headers()
  for (const name of FORWARDED) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const body = request.body instanceof Readable ? (Readable.toWeb(request.body) as ReadableStream) : null
  const target = request.method === 'POST' ? PATH : `${PATH}/${id}`
  return new Request(`http://uploads.invalid${target}`, {
    method: request.method,
    headers,
    ...(body && { body, duplex: 'half' as const }),
  })
}

type RunTus = (request: FastifyRequest, reply: FastifyReply, id: string) => Promise<number>

// Returns a function that lets the library answer a request, and returns the number of bytes it has. Its response gets
// the same headers and error format as any other.
function makeTus(parts: MediaParts): RunTus {
  const ids = new WeakMap<Request, string>()
  const failures = new WeakMap<Request, Failure>()
  const tus = new Server({
    path: PATH,
    datastore: new UploadStore(parts),
    relativeLocation: true,
    namingFunction: (request) => ids.get(request) ?? '',
    onResponseError: (request, failure) => {
      failures.set(request, failure)
      return undefined
    },
  })

  return async (request: FastifyRequest, reply: FastifyReply, id: string): Promise<number> => {
    const webRequest = toWebRequest(request, id)
    ids.set(webRequest, id)
    const answer = await tus.handleWeb(webRequest)
    if (!answer.ok) {
      // Close the connection instead of reading the rest of the body.
      if (webRequest.body) reply.header('connection', 'close')
      const failure = failures.get(webRequest)
      if (failure && !('status_code' in failure)) throw failure
      throw toRefusal(failure ?? { status_code: answer.status, body: await answer.text() })
    }
    for (const name of ANSWERED) {
      const value = answer.headers.get(name)
      if (value !== null) reply.header(name, value)
    }
    reply.code(answer.status)
    return Number(answer.headers.get('upload-offset') ?? -1)
  }
}

async function requireUpload(parts: MediaParts, id: string, owner_id: string): Promise<MediaRow> {
  const row = await findOwnMedia(parts.db, id, owner_id)
  if (!row) throw new Refusal('UPLOAD_NOT_FOUND')
  return row
}

function createRoute(scope: FastifyInstance, parts: MediaParts, runTus: RunTus): void {
  serve(scope, contract.createUpload, async ({ request, reply, viewer }) => {
    requireVersion(request, reply)
    const { filetype, filename } = parseMetadata(request)
    const bytes = parseLength(request)
    const upload = { filetype: filetype ?? '', filename: filename ?? '', bytes }
    const { id } = await beginUpload(parts, viewer.user_id, upload)
    try {
      if ((await runTus(request, reply, id)) === bytes) await settleUpload(parts, id)
    } catch (error) {
      // The client doesn't know this upload's URL yet, so it can't resume it.
      const isMarkedFailed = error instanceof Refusal && ['WRONG_TYPE', 'TOO_LARGE'].includes(error.code)
      if (!isMarkedFailed) await discardMedia(parts, id, viewer.user_id).catch(() => {})
      throw error
    }
    return reply.send()
  })
}

function resumeRoutes(scope: FastifyInstance, parts: MediaParts, runTus: RunTus): void {
  serve(scope, contract.uploadState, async ({ params, request, reply, viewer }) => {
    requireVersion(request, reply)
    const row = await requireUpload(parts, params.media_id, viewer.user_id)
    if (row.status === 'uploading') {
      // The server may have died after the last byte and before its response.
      if ((await runTus(request, reply, row.id)) === row.bytes) await settleUpload(parts, row.id)
      return reply.send()
    }
    return reply
      .code(200)
      .headers({ 'upload-offset': row.bytes, 'upload-length': row.bytes, 'cache-control': 'no-store' })
      .send()
  })
  serve(scope, contract.continueUpload, async ({ params, request, reply, viewer }) => {
    requireVersion(request, reply)
    const row = await requireUpload(parts, params.media_id, viewer.user_id)
    if (row.status !== 'uploading')
      throw new Refusal('CONFLICT', { detail: say`This upload is already complete.` })
    if ((await runTus(request, reply, row.id)) === row.bytes) await settleUpload(parts, row.id)
    return reply.send()
  })
}

/** The tus protocol, plus our own checks of owner, type, and size. */
export function uploadRoutes(app: FastifyInstance, { parts }: { parts: MediaParts }): void {
  const runTus = makeTus(parts)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(BODY, (_request, body, done) => done(null, body))
    createRoute(scope, parts, runTus)
    resumeRoutes(scope, parts, runTus)

    serve(scope, contract.removeUpload, async ({ params, request, reply, viewer }) => {
      requireVersion(request, reply)
      await discardMedia(parts, params.media_id, viewer.user_id)
      return reply.code(204).send()
    })
  })
}
