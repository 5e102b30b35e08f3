import { randomUUID } from 'node:crypto'
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { toRefusal } from './errors.ts'
import { getRequestLanguage } from './request-language.ts'
import { signal } from '../telemetry/index.ts'
import { Refusal, toProblem } from './refusal.ts'

type Headers = ReadonlyMap<string, string>

function answerTo(
  refusal: Refusal,
  id: string,
  security: Headers,
  language: LanguageCode = LANGUAGE_CODES[0],
) {
  const error = toProblem(refusal, id, language)
  signal('refusal', { code: refusal.code, rule: '' })
  const body = JSON.stringify(error)
  const headers = {
    ...Object.fromEntries(security),
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': id,
    connection: 'close',
  }
  return { status: error.status, headers, body }
}

/** Responds to errors that the framework raises before routing, such as a malformed URL, in the usual error format. */
export function answerFrameworkError(security: Headers) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, headers, body } = answerTo(
      toRefusal(error),
      request.id,
      security,
      getRequestLanguage(request),
    )
    reply.hijack()
    reply.raw.writeHead(status, headers)
    reply.raw.end(request.method === 'HEAD' ? undefined : body)
  }
}

const NONE: Headers = new Map()

/** How long a refused client has to read the response, in milliseconds. */
const LINGER_MS = 500

// Many connections can be refused at the same time, so the common parts are built only once.
const linesByHeaders = new WeakMap<Headers, string>()

function securityLines(security: Headers): string {
  const known = linesByHeaders.get(security)
  if (known !== undefined) return known
  const lines = [...security].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  linesByHeaders.set(security, lines)
  return lines
}

/**
 * Writes an error to a connection that has no valid request, and closes it. A HEAD request gets no body, because the
 * client would mistake it for a second response.
 */
export function refuseConnection(socket: Socket, refusal: Refusal, security: Headers, isHead = false): void {
  const { status, headers, body } = answerTo(refusal, randomUUID(), NONE)
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const date = `date: ${new Date().toUTCString()}\r\n`
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${securityLines(security)}${own.join('')}${date}\r\n${isHead ? '' : body}`,
  )
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** Responds to requests that Node would otherwise reject or drop. */
export function answerOddRequests(server: Server, security: Headers): void {
  server.on('checkExpectation', (_request, response) => {
    const { status, headers, body } = answerTo(new Refusal('BAD_REQUEST'), randomUUID(), security)
    response.writeHead(status, headers).end(body)
  })
  server.on('connect', (_request, socket) =>
    refuseConnection(socket as Socket, new Refusal('METHOD_NOT_ALLOWED'), security),
  )
}

const REFUSALS: Readonly<Record<string, () => Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: () => new Refusal('REQUEST_TIMEOUT'),
  HPE_HEADER_OVERFLOW: () => new Refusal('HEADERS_TOO_LARGE'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => new Refusal('TOO_LARGE'),
}

/**
 * Responds to data that isn't HTTP, and to headers that are too long or arrive too slowly. Sends nothing to a client
 * that sent nothing, or if another response is in progress, because the error would become part of it.
 */
export function answerClientError(security: Headers, isAnswering: (socket: Socket) => boolean) {
  return (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET' || socket.bytesRead === 0 || isAnswering(socket)) {
      socket.destroy(error)
      return
    }
    const refusal = REFUSALS[error.code ?? '']?.() ?? new Refusal('BAD_REQUEST')
    const { rawPacket } = error
    const isHead = Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD '
    refuseConnection(socket, refusal, security, isHead)
  }
}
