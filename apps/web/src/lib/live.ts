import type { StreamEvents } from '@nollie/contract'
import { lastEventOfPage } from './page/page-start.ts'
import { session } from './session.ts'

type EventName = keyof StreamEvents

/**
 * A listener for live events. `gap`: the stream was interrupted, so events may have been missed. `begun`: every event
 * after `since` (a `performance.now()` time) is delivered, and data loaded earlier may be stale. `begun` isn't called
 * if every event since the page was created is delivered. `isLate`: also deliver the last minute's events.
 */
type Listener<N extends EventName = EventName> = {
  message(event: StreamEvents[N]): void
  gap?(): void
  begun?(since: number): void
  isLate?: boolean
}

const FIRST_WAIT_MS = 3000
const LONGEST_WAIT_MS = 60_000
/** A hidden tab closes its connection after this long (ms), because HTTP/1.1 allows six per host across all tabs. */
const HIDDEN_MS = 5000
/** How long (ms) the stream stays open with no listeners, for example between two screens. */
const LINGER_MS = 2000
/** For this long (ms) after the page loads, new listeners also get events from before they subscribed. */
const START_MS = 30_000
/** Limits for the log of past events: maximum age (ms) and number of events. */
const LOG_MS = 60_000
const LOG_MAX = 500

// A stream subscribes to all topics from the start, because components subscribe one by one, and an open stream's
// topics can't change.
const VISITOR_TOPICS = 'spots'
const MEMBER_TOPICS = 'comments,discussions,likes,people,posts,spots'
const NAMES = Object.keys({
  comment: 0,
  comment_like: 0,
  crew: 0,
  discussion: 0,
  discussion_like: 0,
  follow: 0,
  like: 0,
  list: 0,
  media: 0,
  meetup: 0,
  message: 0,
  notification: 0,
  person: 0,
  post: 0,
  spot: 0,
} satisfies Record<EventName, 0>) as EventName[]

function topicsNow() {
  return session.get().status === 'signed-in' ? MEMBER_TOPICS : VISITOR_TOPICS
}

/** A visible tab's single connection, with the last minute's events. */
class Stream {
  readonly listeners = new Map<Listener, EventName>()
  #log: { at: number; name: EventName; event: StreamEvents[EventName] }[] = []
  // Every event after this time is in the log or was delivered to its listeners.
  #since = Number.POSITIVE_INFINITY
  #topics = ''
  #source: EventSource | null = null
  #mark: string | null = null
  #wait = FIRST_WAIT_MS
  #timer: ReturnType<typeof setTimeout> | undefined
  #hiding: ReturnType<typeof setTimeout> | undefined
  #asleep = false
  #unwatch: () => void

  constructor(mark: string | null) {
    this.#mark = mark
    document.addEventListener('visibilitychange', this.#onVisibility)
    this.#onVisibility()
    this.#unwatch = session.onEvent(() => {
      if (this.#source && this.#topics !== topicsNow()) this.#connect(false)
    })
    // The session determines the allowed topics. Until it's loaded, only visitor topics are used.
    void session
      .ready()
      .catch(() => undefined)
      .then(() => {
        if (stream === this && !this.#asleep && !this.#source) this.#connect(false)
      })
  }

  add(listener: Listener, name: EventName): void {
    this.listeners.set(listener, name)
    this.#forgetOld()
    const isComplete = this.#since === Number.NEGATIVE_INFINITY && performance.now() < START_MS
    const getsLog = isComplete || listener.isLate === true
    const missed = getsLog ? this.#log.filter((one) => one.name === name) : []
    const since = getsLog ? this.#since : performance.now()
    const isOpen = this.#source?.readyState === EventSource.OPEN
    queueMicrotask(() => {
      if (!this.listeners.has(listener)) return
      if (isOpen && since > Number.NEGATIVE_INFINITY) listener.begun?.(since)
      for (const { event } of missed) listener.message(event)
    })
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility)
    this.#unwatch()
    clearTimeout(this.#hiding)
    this.#disconnect()
  }

  #forgetOld(): void {
    const from = performance.now() - LOG_MS
    while (this.#log.length > LOG_MAX || (this.#log[0]?.at ?? from) < from)
      this.#since = Math.max(this.#since, this.#log.shift()?.at ?? from)
  }

  #onVisibility = (): void => {
    clearTimeout(this.#hiding)
    if (document.visibilityState === 'hidden') this.#hiding = setTimeout(() => this.#sleep(), HIDDEN_MS)
    else if (this.#asleep) this.#wake()
  }

  #sleep(): void {
    this.#asleep = true
    this.#disconnect()
  }

  #wake(): void {
    this.#asleep = false
    this.#wait = FIRST_WAIT_MS
    if (this.listeners.size > 0) this.#connect(true)
  }

  #disconnect(): void {
    clearTimeout(this.#timer)
    this.#source?.close()
    this.#source = null
  }

  // After a short interruption, the browser reconnects on its own and gets the events it missed. If the server rejects
  // the connection, the browser doesn't retry.
  #connect(again: boolean): void {
    this.#disconnect()
    this.#topics = topicsNow()
    const mark = again ? null : this.#mark
    this.#mark = null
    const source = new EventSource(`/api/events?topics=${this.#topics}${mark ? `&since=${mark}` : ''}`)
    this.#source = source
    let isFirst = true
    source.addEventListener('open', () => {
      this.#wait = FIRST_WAIT_MS
      if (!isFirst) return
      isFirst = false
      this.#log = []
      this.#since = mark === null ? performance.now() : Number.NEGATIVE_INFINITY
      if (mark !== null) return
      for (const listener of Array.from(this.listeners.keys()))
        if (again) listener.gap?.()
        else listener.begun?.(this.#since)
    })
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED || source !== this.#source) return
      this.#timer = setTimeout(() => this.#connect(true), this.#wait)
      this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2)
    })
    for (const name of NAMES)
      source.addEventListener(name, ({ data }: MessageEvent<string>) =>
        this.#receive(name, JSON.parse(data) as StreamEvents[EventName]),
      )
  }

  #receive(name: EventName, event: StreamEvents[EventName]): void {
    this.#log.push({ at: performance.now(), name, event })
    this.#forgetOld()
    for (const [listener, wanted] of Array.from(this.listeners)) if (wanted === name) listener.message(event)
  }
}

let stream: Stream | null = null
// Only the first stream uses the last event ID embedded in the page.
let isFirstStream = true

/**
 * Subscribes to events named `name` from `GET /api/events`. Returns a cleanup function. The stream closes shortly after
 * the last listener unsubscribes. An event may arrive twice.
 */
export function listen<N extends EventName>(name: N, listener: Listener<N>): () => void {
  if (!stream) {
    stream = new Stream(isFirstStream ? lastEventOfPage() : null)
    isFirstStream = false
  }
  const mine = stream
  mine.add(listener, name)
  return () => {
    mine.listeners.delete(listener)
    setTimeout(() => {
      if (mine.listeners.size > 0 || mine !== stream) return
      mine.close()
      stream = null
    }, LINGER_MS)
  }
}
