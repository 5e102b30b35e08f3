import type { Api, ErrorCode, ProblemBody, Route } from '@nollie/contract'
import { takeFirstAnswer } from './page/page-start.ts'

/** A server error code, `OFFLINE` if the server is unreachable, or `UNREADABLE` for a response from another source. */
export type ApiErrorCode = ErrorCode | 'OFFLINE' | 'UNREADABLE'

/**
 * Thrown if the server refuses a call or is unreachable. `detail` is a message to display; `retryAfter` is in seconds.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  readonly detail: string
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | null
  readonly retryAfter: number | null
  /** Set if sign-in requires a second factor. */
  readonly challenge: string | null
  /** The types of second factor that this challenge accepts. */
  readonly factors: readonly string[]

  constructor(problem: {
    status: number
    code: ApiErrorCode
    detail: string
    fields?: Record<string, string> | undefined
    requestId?: string | null
    retryAfter?: number | null
    challenge?: string | undefined
    factors?: readonly string[] | undefined
  }) {
    super(problem.detail || problem.code)
    this.name = 'ApiError'
    this.status = problem.status
    this.code = problem.code
    this.detail = problem.detail
    this.fields = problem.fields ?? {}
    this.requestId = problem.requestId ?? null
    this.retryAfter = problem.retryAfter ?? null
    this.challenge = problem.challenge ?? null
    this.factors = problem.factors ?? []
  }
}

/** Returns the message to display for an error from {@link call}; `otherwise` if the error has none. */
export function getMessage(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.code !== 'OFFLINE' && error.code !== 'UNREADABLE' && error.detail
    ? error.detail
    : otherwise
}

type Calls = { [R in keyof Api]: Api[R] }
/** A route in the API contract, e.g. `GET /api/session`. */
export type ApiRoute = keyof Calls & Route
type Input<R extends ApiRoute> = Calls[R]['input']
/** A route's response type. */
export type ApiAnswer<R extends ApiRoute> = Calls[R]['answer']
type Extra = {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Sent as they are, for routes that take bytes instead of JSON. */
  bytes?: Blob
}
/** A route's parameters for {@link call}. */
export type ApiInput<R extends ApiRoute> = Omit<Input<R>, 'headers'> & Extra
type Arguments<R extends ApiRoute> =
  object extends Omit<Input<R>, 'headers'> ? [input?: ApiInput<R>] : [input: ApiInput<R>]

type Loose = Extra & {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

/** Builds a route's URL from its parameters and query; undefined query values are omitted. */
export function buildAddress(
  route: string,
  params: Loose['params'] = {},
  query: Loose['query'] = {},
): string {
  const path = route
    .slice(route.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

function offline() {
  return new ApiError({ status: 0, code: 'OFFLINE', detail: '' })
}

function unreadable(response: Response) {
  return new ApiError({
    status: response.status,
    code: 'UNREADABLE',
    detail: '',
    requestId: response.headers.get('x-request-id'),
  })
}

function getRetryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : null
}

let publishSessionEnded: () => void = () => undefined
/** Sets the listener for responses that end or restrict the session; see `lib/session`. */
export function onSessionEnded(publish: () => void): void {
  publishSessionEnded = publish
}

async function parseProblem(response: Response): Promise<ApiError> {
  if (!response.headers.get('content-type')?.includes('json')) return unreadable(response)
  const problem = (await response.json().catch(() => null)) as Partial<ProblemBody> | null
  if (!problem?.code) return unreadable(response)
  if (problem.code === 'SESSION_MISSING' || problem.code === 'SUSPENDED') publishSessionEnded()
  return new ApiError({
    status: response.status,
    code: problem.code,
    detail: problem.detail ?? '',
    fields: problem.fields,
    requestId: problem.request_id ?? null,
    retryAfter: getRetryAfter(response),
    challenge: problem.challenge,
    factors: problem.factors,
  })
}

/**
 * Calls an API operation, typed by the contract. Throws {@link ApiError} if the call fails, with `OFFLINE` if there was
 * no response, and `UNREADABLE` if the response isn't from our server (e.g. a hotel's login page). An aborted call
 * throws the signal's `AbortError`.
 */
export async function call<R extends ApiRoute>(route: R, ...[input]: Arguments<R>): Promise<ApiAnswer<R>> {
  const { params, query, body, bytes, signal, headers } = (input ?? {}) as Loose
  const address = buildAddress(route, params, query)
  const known = route.startsWith('GET ') ? takeFirstAnswer(address) : undefined
  if (known !== undefined) return known as ApiAnswer<R>
  const content = bytes ?? (body === undefined ? undefined : JSON.stringify(body))
  const type = bytes ? 'application/octet-stream' : 'application/json'
  const response = await fetch(address, {
    method: route.slice(0, route.indexOf(' ')),
    headers: {
      accept: 'application/json',
      ...(content === undefined ? {} : { 'content-type': type }),
      ...headers,
    },
    ...(content === undefined ? {} : { body: content }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : offline()
  })
  if (!response.ok) throw await parseProblem(response)
  if (response.status === 204 || response.headers.get('content-length') === '0') return undefined
  const text = await response.text().catch((error: unknown) => {
    throw signal?.aborted ? error : offline()
  })
  if (!text) return undefined
  if (!response.headers.get('content-type')?.includes('json')) throw unreadable(response)
  return JSON.parse(text) as ApiAnswer<R>
}

/** Returns the response embedded in the page, even before the first render. A later {@link call} returns it, too. */
export function preloadedAnswer<R extends ApiRoute>(
  route: R,
  ...[input]: Arguments<R>
): ApiAnswer<R> | undefined {
  const { params, query } = (input ?? {}) as Loose
  return takeFirstAnswer(buildAddress(route, params, query)) as ApiAnswer<R> | undefined
}
