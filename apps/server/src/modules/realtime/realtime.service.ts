import type {
  CommentEvent,
  DiscussionEvent,
  LikeEvent,
  MessageEvent,
  NotificationEvent,
  PersonEvent,
  PostEvent,
  SpotEvent,
} from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { Outbox } from './event-outbox.ts'
import { selectBlocked } from '../blocks/index.ts'
import { redactEvent, offBy } from './redact-events.ts'
import { selectLiveSessions, selectMissed, selectSince, type StoredEvent } from './realtime.queries.ts'
import { type Stream, type StreamCaps, Streams } from './streams.ts'

/** Figures a test may replace. */
export type RealtimeFigures = { caps: StreamCaps; beatMs: number; sessionCheckMs: number }

const FIGURES: RealtimeFigures = {
  caps: { user: 5, ip: 20, total: 10_000 },
  beatMs: 25_000,
  sessionCheckMs: 3_000,
}
/** A stream waits this long for the outbox. */
const READY_MS = 4_000
/** More missed events than this are not sent one by one. */
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
}

/** Sent for each topic to a reader who was disconnected too long: everything may have changed. */
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
  ],
}

/** The last event a reader knows; `isAgain`: it received it by a stream, not with a page. */
type Begin = { last: number; isAgain: boolean }

type Log = { warn: (details: object, message: string) => void }
export type RealtimeDeps = { db: Db; databaseUrl: string; log: Log; figures?: Partial<RealtimeFigures> }

/** Live events of this process: reads the outbox, sends to the streams, closes those whose session ended. */
export class Realtime {
  readonly #db: Db
  readonly #log: Log
  readonly #outbox: Outbox
  readonly streams: Streams
  readonly #timers: NodeJS.Timeout[]

  constructor({ db, databaseUrl, log, figures }: RealtimeDeps) {
    const { caps, beatMs, sessionCheckMs } = { ...FIGURES, ...figures }
    this.#db = db
    this.#log = log
    this.streams = new Streams(caps)
    this.#outbox = new Outbox({ db, databaseUrl, log, onEvents: (events) => this.#publish(events) })
    this.#timers = [
      setInterval(() => this.streams.beat(), beatMs),
      setInterval(() => void this.#check(), sessionCheckMs),
    ]
  }

  /**
   * Waits until no event is missed any more: for a short time at the start of the process.
   * @throws Refusal UNAVAILABLE while the database does not answer
   */
  async ready(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Refusal('UNAVAILABLE', { retryAfter: 2 })), READY_MS)
    })
    await Promise.race([this.#outbox.begun, late]).finally(() => clearTimeout(timer))
  }

  /** The last event seen so far: what is read from now on knows of everything up to it. Null before the start. */
  get lastEvent(): number | null {
    return this.#outbox.hasBegun ? this.#outbox.top : null
  }

  /** Opens a stream whose headers are sent, from an event on; null: from now on. */
  async open(stream: Stream, begin: Begin | null): Promise<void> {
    const { top } = this.#outbox
    this.streams.add(stream, begin?.last ?? top)
    try {
      if (stream.user_id !== null) await this.#learnHidden(stream, stream.user_id)
      if (begin === null) return await this.#flush(stream)
      const { last } = begin
      const missed = await this.#missedBy(stream, begin)
      const all = () =>
        stream.topics.flatMap((topic) =>
          (ALL_CHANGED[topic.replace(/:.*/, '')] ?? []).map((event) => ({ id: top, topic, ...event })),
        )
      const events = missed ?? (last === top ? [] : all())
      this.streams.sendMissed(stream, await this.#seenBy(stream, events))
      await this.#flush(stream)
    } catch (error) {
      this.#log.warn({ err: error }, 'missed events could not be read')
      this.streams.end(stream)
    }
  }

  // A reader that was here before may have missed what appeared late; a page was made when that had been read.
  async #missedBy({ topics }: Stream, { last, isAgain }: Begin): Promise<StoredEvent[] | null> {
    if (isAgain) return selectMissed(this.#db, topics, last, MAX_MISSED)
    const late = this.#outbox.lateAfter(last)
    if (last === this.#outbox.top && late.length === 0) return []
    return selectSince(this.#db, topics, { last, late }, MAX_MISSED)
  }

  // Whoever came into or out of sight meanwhile is in the set already.
  async #learnHidden(stream: Stream, user_id: string): Promise<void> {
    for (const { blocked } of await selectBlocked(this.#db, [user_id]))
      for (const id of blocked) stream.hidden.add(id)
  }

  async #seenBy(stream: Stream, events: readonly StoredEvent[]): Promise<StoredEvent[]> {
    const off = await offBy(this.#db, [stream], events)
    return events.flatMap((event) => redactEvent(event, stream, off) ?? [])
  }

  // What came while a stream was being opened; ends once nothing came while that was looked at.
  async #flush(stream: Stream): Promise<void> {
    for (;;) {
      const late = stream.waiting?.splice(0) ?? []
      if (late.length === 0) break
      this.streams.sendWaiting(stream, await this.#seenBy(stream, late))
    }
    stream.waiting = null
  }

  #hideAndShow(events: readonly StoredEvent[]): void {
    for (const { topic, name, data } of events) {
      if (name !== 'person' || !topic.startsWith('user:')) continue
      const { kind, user_id } = data as PersonEvent
      for (const { hidden } of this.streams.listeningTo(topic)) {
        if (kind === 'away') hidden.add(user_id)
        if (kind === 'back') hidden.delete(user_id)
      }
    }
  }

  async #publish(events: StoredEvent[]): Promise<void> {
    const people = new Set(events.map(({ topic }) => topic).filter((topic) => topic.startsWith('user:')))
    const theirs = this.streams.signedIn.filter(({ user_id }) => people.has(`user:${user_id}`))
    try {
      await this.#endRevoked(theirs)
    } catch {
      // Whether these sessions are still valid is unknown: their streams end, authenticate again and resume before these events.
      for (const stream of theirs) this.streams.end(stream)
    }
    this.#hideAndShow(events)
    const redact = this.streams.signedIn.filter(({ hidden }) => hidden.size > 0)
    // Where that is unknown now, readers with blocks load their screens again.
    const off = await offBy(this.#db, redact, events).catch(() => null)
    this.streams.publish(events, (event, stream) => redactEvent(event, stream, off))
  }

  async #check(): Promise<void> {
    try {
      await this.#endRevoked(this.streams.signedIn)
    } catch (error) {
      this.#log.warn({ err: error }, 'sessions of streams could not be checked')
    }
  }

  async #endRevoked(streams: readonly Stream[]): Promise<void> {
    if (streams.length === 0) return
    const ids = streams.map(({ session_id }) => session_id ?? '')
    const live = await selectLiveSessions(this.#db, ids)
    for (const stream of streams) if (!live.has(stream.session_id ?? '')) this.streams.end(stream)
  }

  /** Ends all streams with the word to come back. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.streams.endAll()
    await this.#outbox.close()
  }
}
