import type {
  CommentEvent,
  CrewEvent,
  DiscussionEvent,
  LikeEvent,
  ListEvent,
  MessageEvent,
  NotificationEvent,
  PersonEvent,
  PostEvent,
  SpotEvent,
} from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { Outbox } from './event-outbox.ts'
import type { EventSource } from './event-source.ts'
import { selectBlocked } from '../blocks/index.ts'
import { type HiddenCountsByKey, redactEvent, selectHiddenOf } from './redact-events.ts'
import { selectWithheldOf, type Withheld, withholdEvent } from './withheld-events.ts'
import { endThoseOfEndedSessions } from './end-streams.ts'
import { selectMissed, selectSince, type StoredEvent } from './events.queries.ts'
import { type Stream, type StreamCaps, Streams } from './event-streams.ts'

/** Values that a test can override. */
export type LiveEventFigures = { caps: StreamCaps; beatMs: number; sessionCheckMs: number }

const FIGURES: LiveEventFigures = {
  caps: { user: 5, ip: 20, total: 10_000 },
  beatMs: 25_000,
  sessionCheckMs: 3_000,
}
/** How long a stream waits for the outbox to start. */
const READY_MS = 4_000
/** If a client missed more events than this, a single event per topic says that everything may have changed. */
const MAX_MISSED = 500

type Changed = {
  name: string
  data:
    | SpotEvent
    | PostEvent
    | LikeEvent
    | CommentEvent
    | NotificationEvent
    | MessageEvent
    | PersonEvent
    | DiscussionEvent
    | CrewEvent
    | ListEvent
}

/** Sent for each topic to a client that was offline for too long. Each says that everything may have changed. */
const ALL_CHANGED: Record<string, Changed[]> = {
  spots: [{ name: 'spot', data: { kind: 'many', spot_id: null, at: [] } }],
  posts: [{ name: 'post', data: { kind: 'many', post_id: null, spot_id: null } }],
  likes: [{ name: 'like', data: { post_id: null } }],
  comments: [{ name: 'comment', data: { post_id: null } }],
  discussions: [{ name: 'discussion', data: { kind: 'many', discussion_id: null, user_id: null } }],
  people: [{ name: 'person', data: { kind: 'many', user_id: null } }],
  user: [
    { name: 'notification', data: { kind: 'many', type: null, notification_id: null } },
    { name: 'message', data: { kind: 'many', thread_id: null, message_id: null, user_id: null } },
    { name: 'crew', data: { crew_id: null } },
    { name: 'list', data: { list_id: null } },
  ],
}

/** The last event that a client has. `isAgain` means it came from a stream rather than a page load. */
type Begin = { last: number; isAgain: boolean }

type Log = { warn: (details: object, message: string) => void }
export type LiveEventsDeps = {
  db: Db
  /** Where new events come from. */
  source: EventSource
  log: Log
  /** Resolves once all replicas in use contain everything written so far. */
  caughtUp?: () => Promise<void>
  figures?: Partial<LiveEventFigures>
}

/** Live events in this process: reads the outbox, sends events to streams, and closes streams of expired sessions. */
export class LiveEvents {
  readonly #db: Db
  readonly #log: Log
  readonly #outbox: Outbox
  readonly streams: Streams
  #timers: NodeJS.Timeout[] = []
  readonly #figures: LiveEventFigures

  constructor({ db, source, log, caughtUp, figures }: LiveEventsDeps) {
    this.#figures = { ...FIGURES, ...figures }
    this.#db = db
    this.#log = log
    this.streams = new Streams(this.#figures.caps)
    this.#outbox = new Outbox({
      db,
      source,
      log,
      caughtUp: caughtUp ?? (async () => {}),
      onEvents: (events) => this.#publish(events),
    })
  }

  /** Starts reading the outbox. */
  start(): void {
    const { beatMs, sessionCheckMs } = this.#figures
    this.#outbox.start()
    this.#timers = [
      setInterval(() => this.streams.beat(), beatMs),
      setInterval(() => void this.#check(), sessionCheckMs),
    ]
  }

  /**
   * Waits until no event can be missed anymore; this takes a moment after the process starts.
   * @throws Refusal UNAVAILABLE while the database doesn't respond
   */
  async ready(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Refusal('UNAVAILABLE', { retryAfter: 2 })), READY_MS)
    })
    await Promise.race([this.#outbox.begun, late]).finally(() => clearTimeout(timer))
  }

  /** The latest event seen. Any data read from now on includes its changes. Null before the outbox has started. */
  get lastEvent(): number | null {
    return this.#outbox.hasBegun ? this.#outbox.top : null
  }

  /** Opens a stream and sends its headers. Begins after the given event, or with new events if null. */
  async open(stream: Stream, begin: Begin | null): Promise<void> {
    const { top } = this.#outbox
    this.streams.add(stream, begin?.last ?? top)
    try {
      if (stream.user_id !== null) await this.#loadHidden(stream, stream.user_id)
      if (begin === null) return await this.#flush(stream)
      const { last } = begin
      const missed = await this.#missedBy(stream, begin)
      const all = () =>
        stream.topics.flatMap((topic) =>
          (ALL_CHANGED[topic.replace(/:.*/, '')] ?? []).map((event) => ({ id: top, topic, ...event })),
        )
      const events = missed ?? (last === top ? [] : all())
      this.streams.sendMissed(stream, await this.#redactFor(stream, events))
      await this.#flush(stream)
    } catch (error) {
      this.#log.warn({ err: error }, "couldn't read missed events")
      this.streams.end(stream)
    }
  }

  // A client that had a stream may have missed late events. A page already includes the late events known at that time.
  async #missedBy({ topics }: Stream, { last, isAgain }: Begin): Promise<StoredEvent[] | null> {
    if (isAgain) return selectMissed(this.#db, topics, last, MAX_MISSED)
    const late = this.#outbox.lateAfter(last)
    if (last === this.#outbox.top && late.length === 0) return []
    return selectSince(this.#db, topics, { last, late }, MAX_MISSED)
  }

  // Only adds people, because the set already reflects blocks and unblocks that happened in the meantime.
  async #loadHidden(stream: Stream, user_id: string): Promise<void> {
    for (const { blocked } of await selectBlocked(this.#db, [user_id]))
      for (const id of blocked) stream.hidden.add(id)
  }

  async #redactFor(stream: Stream, events: readonly StoredEvent[]): Promise<StoredEvent[]> {
    const hiddenCounts = await selectHiddenOf(this.#db, [stream], events)
    const withheld = await selectWithheldOf(this.#db, [stream], events)
    return events.flatMap((event) => this.#redact(event, stream, hiddenCounts, withheld, true) ?? [])
  }

  #redact(
    event: StoredEvent,
    stream: Stream,
    hiddenCounts: HiddenCountsByKey,
    withheld: Withheld,
    isMissed = false,
  ): StoredEvent | null {
    const known = withholdEvent(event, stream, withheld, isMissed)
    return known && redactEvent(known, stream, hiddenCounts)
  }

  // Sends events that arrived while the stream was being opened. Repeats until no more arrive while the previous ones
  // are being redacted.
  async #flush(stream: Stream): Promise<void> {
    for (;;) {
      const late = stream.waiting?.splice(0) ?? []
      if (late.length === 0) break
      this.streams.sendWaiting(stream, await this.#redactFor(stream, late))
    }
    stream.waiting = null
  }

  #hideAndShow(events: readonly StoredEvent[]): void {
    for (const { topic, name, data } of events) {
      if (name !== 'person' || !topic.startsWith('user:')) continue
      const { kind, user_id } = data as PersonEvent
      for (const { hidden } of this.streams.findSubscribers(topic)) {
        if (kind === 'away') hidden.add(user_id)
        if (kind === 'back') hidden.delete(user_id)
      }
    }
  }

  async #publish(events: StoredEvent[]): Promise<void> {
    const people = new Set(events.map(({ topic }) => topic).filter((topic) => topic.startsWith('user:')))
    const theirs = this.streams.signedIn.filter(({ user_id }) => people.has(`user:${user_id}`))
    try {
      await endThoseOfEndedSessions(this.#db, this.streams, theirs)
    } catch {
      // If sessions can't be checked, closes these streams. Their clients authenticate again and then receive these
      // events.
      for (const stream of theirs) this.streams.end(stream)
    }
    this.#hideAndShow(events)
    const redact = this.streams.signedIn.filter(({ hidden }) => hidden.size > 0)
    // If this fails, clients whose owners have blocks reload everything on screen.
    const hiddenCounts = await selectHiddenOf(this.#db, redact, events).catch(() => null)
    const withheld = await selectWithheldOf(this.#db, this.streams.signedIn, events).catch(() => null)
    this.streams.publish(events, (event, stream) => this.#redact(event, stream, hiddenCounts, withheld))
  }

  async #check(): Promise<void> {
    try {
      await endThoseOfEndedSessions(this.#db, this.streams, this.streams.signedIn)
    } catch (error) {
      this.#log.warn({ err: error }, "couldn't check the sessions of event streams")
    }
  }

  /** Closes all streams. Clients reconnect later. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.streams.endAll()
    await this.#outbox.close()
  }
}
