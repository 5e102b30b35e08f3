import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { LanguageCode } from '@nollie/contract/languages'
import { findHeaderLanguage } from '../../languages/index.ts'
import { signal } from '../../telemetry/index.ts'
import { AdaptiveLimit, type LimitFigures } from './overload-limit.ts'
import { type BusyAnswer, BusyAnswers } from './overload-answers.ts'
import { headersForShell, isShell } from '../security/shell-origins.ts'

type Log = { warn: (details: object, message: string) => void }

/** Limits on concurrent requests. */
export type Places = Omit<LimitFigures, 'slowMs'>

type Options = {
  /** Maximum latency in milliseconds before requests are refused; 0 never refuses. */
  busyAfterMs: number
  /** Headers that every response has. */
  common: ReadonlyMap<string, string>
  languages: readonly LanguageCode[]
  log: Log
  places?: Partial<Places>
}

/**
 * The share of the limit up to which each kind of request is admitted: visitors' reads are refused first, members'
 * writes last.
 */
const SHARES = { ofMember: 1, other: 0.9, look: 0.75 } as const

/** Limits the median latency to this share of `busyAfterMs`, so that hardly any request takes that long. */
const SLOW_PART = 0.1
const PLACES: Places = { start: 256, min: 48, max: 1024 }
/** Limits on concurrent uploads. Their parts are files, so they take longer than other requests. */
const UPLOADS: LimitFigures = { slowMs: 500, start: 64, min: 4, max: 256 }
const LOOK_EVERY_MS = 100
const LAG_EVERY_MS = 1_000
const LAG_RESOLUTION_MS = 10
/** A body that takes longer is the client's delay, and a long request must not occupy its slot forever. */
const BODY_MS = 250
const PLACE_MS = 5_000
const WARN_EVERY_MS = 60_000

const WHOLE_ADDRESS = /^https?:\/\/[^/]*/

// Covers every spelling that the router treats as an API path.
function getPath(url: string): string {
  const path = (url.startsWith('/') ? url : url.replace(WHOLE_ADDRESS, '')).split('?', 1)[0] ?? ''
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

function isPart(path: string, method: string | undefined): boolean {
  return method === 'PATCH' && path.startsWith('/api/uploads/')
}

/** No matter how busy the server is, it still reports its health, continues uploads, and responds to preflights. */
function isAlwaysServed(path: string, method: string | undefined): boolean {
  return (
    !path.startsWith('/api/') ||
    path.startsWith('/api/health/') ||
    method === 'OPTIONS' ||
    isPart(path, method)
  )
}

type Sniffed = { headers: IncomingHttpHeaders; isNamed: boolean }

const SNIFFED = new Set(['cookie', 'origin', 'accept-language', 'authorization'])
const SESSION = /nollie\.session=/

// Reads only the headers that the decision needs, because reading all of them would cost as much as the refusal.
function sniff({ rawHeaders }: IncomingMessage): Sniffed {
  const headers: Record<string, string> = {}
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = (rawHeaders[n] ?? '').toLowerCase()
    if (SNIFFED.has(name)) headers[name] = rawHeaders[n + 1] ?? ''
  }
  const { authorization, cookie = '' } = headers
  return { headers, isNamed: authorization !== undefined || SESSION.test(cookie) }
}

function getShare(method: string | undefined, isNamed: boolean): number {
  const isLook = method === 'GET' || method === 'HEAD'
  if (isNamed) return isLook ? SHARES.other : SHARES.ofMember
  return isLook ? SHARES.look : SHARES.other
}

/** A resource other than slots that limits how many requests an operation can handle. */
export type Door = {
  room: () => number
  /** Called for each request that is refused because there is no room. */
  refused: () => void
}

type Narrow = Door & { inUse: number }
type Place = { request: IncomingMessage; since: number; limit: AdaptiveLimit; door: Narrow | undefined }

/**
 * Decides on each request before the framework sees it, so that a refusal costs a fraction of the work it saves. An API
 * request occupies a slot until its response is ready or becomes a stream; if no slot is free, it's refused
 * immediately. See docs/decisions/0111-refused-before-the-framework.md.
 */
export class Admission {
  readonly #options: Options
  readonly #limit: AdaptiveLimit
  readonly #uploads = new AdaptiveLimit(UPLOADS)
  readonly #answers: BusyAnswers
  readonly #places = new Set<Place>()
  readonly #doors = new Map<string, Narrow>()
  readonly #delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS })
  readonly #timer: NodeJS.Timeout | null
  #lagMs = 0
  #lagReadAt = performance.now()
  #refused = 0
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(options: Options) {
    this.#options = options
    this.#answers = new BusyAnswers(options.common)
    this.#limit = new AdaptiveLimit({ ...PLACES, ...options.places, slowMs: options.busyAfterMs * SLOW_PART })
    this.#timer = options.busyAfterMs > 0 ? setInterval(() => this.#look(), LOOK_EVERY_MS) : null
    this.#timer?.unref()
    // Uploads in progress are always accepted, so their number is limited when they start.
    this.narrow(['POST /api/uploads'], {
      room: () => this.#uploads.limit - this.#uploads.inUse,
      refused: () => this.#uploads.reach(),
    })
    if (this.#timer) this.#delay.enable()
  }

  /** The number of requests in progress, and the current limit. */
  get figures(): { inProgress: number; limit: number } {
    return { inProgress: this.#limit.inUse, limit: Math.floor(this.#limit.limit) }
  }

  /** Whether visitors' reads are being refused. */
  isBusy(): boolean {
    return this.#timer !== null && (this.#isLate() || this.#limit.isFull(SHARES.look))
  }

  /**
   * Limits these operations' concurrent requests to the capacity of `door`. Otherwise, more would be admitted than the
   * resource can ever take, and they would wait for the database only to be refused afterward.
   */
  narrow(routes: readonly string[], door: Door): void {
    const narrow = { ...door, inUse: 0 }
    for (const route of routes) this.#doors.set(route, narrow)
  }

  /** Admits a request, or responds that there are too many; returns whether it was admitted. */
  admit(request: IncomingMessage, answer: ServerResponse): boolean {
    if (!this.#timer) return true
    const path = getPath(request.url ?? '')
    if (isAlwaysServed(path, request.method)) {
      if (isPart(path, request.method)) {
        this.#uploads.enter()
        this.#hold(request, answer, this.#uploads)
      }
      return true
    }
    const door = this.#doors.get(`${request.method} ${path}`)
    const hasRoom = door === undefined || door.inUse < door.room()
    if (!hasRoom) door?.refused()
    const { headers, isNamed } = sniff(request)
    if (hasRoom && !this.#isLate() && this.#limit.take(getShare(request.method, isNamed))) {
      this.#hold(request, answer, this.#limit, door)
      return true
    }
    this.#refused += 1
    signal('refusal', { code: 'UNAVAILABLE', rule: 'overload' })
    const shell = isShell(headers.origin) ? headers.origin : null
    const language = findHeaderLanguage(headers, this.#options.languages)
    refuse(request, answer, this.#answers.find(language, shell, headersForShell))
    return false
  }

  /** Stops measuring latency. */
  close(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#delay.disable()
  }

  #isLate(): boolean {
    return this.#lagMs > this.#options.busyAfterMs
  }

  #hold(request: IncomingMessage, answer: ServerResponse, limit: AdaptiveLimit, door?: Narrow): void {
    const place = { request, since: performance.now(), limit, door }
    if (door) door.inUse += 1
    this.#places.add(place)
    // The response is ready before a slow client has read it. If it never becomes ready, or its connection is taken
    // over, `close` is emitted.
    answer.once('prefinish', () => this.#release(place, performance.now() - place.since))
    answer.once('close', () => this.#release(place, null))
  }

  #release(place: Place, ms: number | null): void {
    if (!this.#places.delete(place)) return
    if (place.door) place.door.inUse -= 1
    place.limit.giveBack(ms)
  }

  #look(): void {
    const now = performance.now()
    for (const place of this.#places) {
      const ms = now - place.since
      if (ms < BODY_MS) break
      if (!place.request.complete) this.#release(place, null)
      else if (ms > PLACE_MS) this.#release(place, ms)
    }
    this.#limit.look()
    this.#uploads.look()
    if (now - this.#lagReadAt >= LAG_EVERY_MS) {
      this.#lagMs = this.#delay.count > 0 ? this.#delay.mean / 1e6 - LAG_RESOLUTION_MS : 0
      this.#delay.reset()
      this.#lagReadAt = now
    }
    if (this.#refused === 0 || now - this.#warnedAt < WARN_EVERY_MS) return
    this.#options.log.warn(
      { refused: this.#refused, ...this.figures, lag_ms: this.#lagMs },
      'overloaded: refused some requests',
    )
    this.#refused = 0
    this.#warnedAt = now
  }
}

// The response was written to the connection directly, so this does what Node does after a response: releases both
// objects and waits for the next request.
function refuse(request: IncomingMessage, answer: ServerResponse, busy: BusyAnswer): void {
  const isPlain = answer.socket !== null && answer.shouldKeepAlive && request.method !== 'HEAD'
  if (isPlain) {
    answer.socket?.write(busy.bytes)
    answer.emit('finish')
    return
  }
  answer.writeHead(busy.status, busy.headers)
  answer.end(request.method === 'HEAD' ? undefined : busy.body)
}
