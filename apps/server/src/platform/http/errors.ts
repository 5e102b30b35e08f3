import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { readSentence, say, type Sentence } from '../languages/index.ts'
import { getRequestLanguage } from './request-language.ts'
import { signal } from '../telemetry/index.ts'
import { Refusal, toProblem } from './refusal.ts'

const UNAVAILABLE = new Set([
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '55P03',
  '40001',
  '40P01',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  // The database's host name doesn't resolve, or there is no route to its address.
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // The server was the primary until a moment ago.
  '25006',
  'STORAGE_UNAVAILABLE',
])
// Messages of database client errors that have no code.
const NOT_CONNECTED =
  /^timeout exceeded when trying to connect|^Connection terminated|^Client (?:has encountered a connection error|was closed)/
const STORAGE_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])
// Invalid input that the schemas let through: bytes that PostgreSQL can't store, and numbers or dates out of range.
const BAD_INPUT = new Set(['22021', '22P05', '22P02', '22003', '22007', '22008'])

const RETRY_SECONDS = 2

/** Maximum number of sentences in an error's detail; `fields` contains all of them. */
const MAX_SENTENCES = 3

function headerName(name: string): string {
  return name.replaceAll(/(^|-)(\w)/g, (letter) => letter.toUpperCase())
}

// Describes what is wrong with a value. Refers to the value by the name that the sender uses.
function about(place: string | undefined, field: string, what: Sentence): Sentence {
  const isWhole = field === (place ?? 'body')
  if (place === 'headers')
    return isWhole ? say`The headers of this request: ${what}` : say`The header ${headerName(field)}: ${what}`
  if (place === 'querystring')
    return isWhole ? say`The query of this address: ${what}` : say`The query parameter "${field}": ${what}`
  if (place === 'params') return isWhole ? say`The address: ${what}` : say`"${field}" in the address: ${what}`
  return isWhole ? say`The content of this request: ${what}` : say`The field "${field}": ${what}`
}

function ofValidation(error: FastifyError): Refusal {
  const fields: Record<string, Sentence> = {}
  const place = error.validationContext
  if (hasZodFastifySchemaValidationErrors(error)) {
    for (const issue of error.validation) {
      const name = issue.instancePath.replace(/^\//, '').replaceAll('/', '.') || (place ?? 'body')
      fields[name] ??= issue.message === undefined ? say`This isn’t valid.` : readSentence(issue.message)
    }
  }
  const [first, ...others] = Object.entries(fields).map(([name, what]) => about(place, name, what))
  const detail = first && others.slice(0, MAX_SENTENCES - 1).reduce((all, next) => say`${all} ${next}`, first)
  return new Refusal('BAD_REQUEST', { fields, detail })
}

// The session ended after the request was authenticated, so rows can no longer refer to it.
function refersToEndedSession(error: Error & { code?: string; constraint?: string }): boolean {
  return error.code === '23503' && /_session_id_fkey$/.test(error.constraint ?? '')
}

/** Converts any thrown value to a refusal. An unexpected error becomes INTERNAL, without its message. */
export function toRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error
  if (error.validation) return ofValidation(error)
  const code = typeof error.code === 'string' ? error.code : ''
  if (STORAGE_FULL.has(code)) return new Refusal('STORAGE_FULL')
  if (UNAVAILABLE.has(code) || code.startsWith('08') || NOT_CONNECTED.test(error.message)) {
    return new Refusal('UNAVAILABLE', { retryAfter: RETRY_SECONDS })
  }
  if (BAD_INPUT.has(code)) return new Refusal('BAD_REQUEST')
  if (refersToEndedSession(error)) return new Refusal('SESSION_MISSING')
  if (isResponseSerializationError(error)) return new Refusal('INTERNAL')
  if (error.statusCode === 414) return new Refusal('ADDRESS_TOO_LONG')
  if (error.statusCode === 413) return new Refusal('TOO_LARGE')
  if (error.statusCode === 415) return new Refusal('WRONG_TYPE')
  if (error.statusCode === 503) return new Refusal('UNAVAILABLE', { retryAfter: RETRY_SECONDS })
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new Refusal('BAD_REQUEST')
  return new Refusal('INTERNAL')
}

/** Responds to every refused or failed request with problem+json, and logs unexpected errors. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error)
  const language = getRequestLanguage(request)
  const body = toProblem(refusal, request.id, language)
  signal('refusal', { code: refusal.code, rule: refusal.rule ?? '' })
  if (refusal.code === 'INTERNAL') request.log.error({ err: error }, 'unexpected error')
  else if (body.status >= 500) request.log.warn({ err: error }, refusal.code)
  else request.server.securityLog.refused(request, refusal, body.status)
  if (refusal.retryAfter !== undefined)
    reply.header('retry-after', Math.max(1, Math.ceil(refusal.retryAfter)))
  return reply
    .code(body.status)
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(body)
}
