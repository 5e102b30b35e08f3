import { EVENTS_CHANNEL } from '../../db/events.ts'
import { type Listener, listen } from '../../platform/listen.ts'
import type { Db } from '../../db/open.ts'
import { OVERLAP_SECONDS, selectRecent, selectUnknown, type StoredEvent } from './realtime.queries.ts'

type Log = { warn: (details: object, message: string) => void }

export type OutboxOptions = {
  db: Db
  databaseUrl: string
  log: Log
  /** New events in the order of their ids; late ones may come after larger ids. Awaited before more are read. */
  onEvents: (events: StoredEvent[]) => Promise<void>
}

/** Many commits in this time are one reading. */
const COALESCE_MS = 250
/** Pause after a reading that failed. */
const RETRY_MS = 1_000
/** Other processes may have seen events in another order, by so much. */
const APART_MS = 500
const BATCH = 1_000
const MAX_KNOWN = 10_000

/** Reads the table `events` as it grows: every event once, as soon as it is committed. */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #listener: Listener
  /** Ids seen and when, while rows of smaller ids may still appear. */
  readonly #known = new Map<number, number>()
  #floor = 0
  #top = 0
  #started = false
  #begun = Promise.withResolvers<void>()
  #reading = false
  #again = false
  #failed = false
  #lastRead = 0
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#listener = listen(options.databaseUrl, EVENTS_CHANNEL, {
      notified: () => this.#schedule(),
      connected: () => this.#schedule(),
      lost: (error) => options.log.warn({ err: error }, 'live events wait for the database'),
    })
  }

  /** Resolves once nothing that is committed from now on is missed. */
  get begun(): Promise<void> {
    return this.#begun.promise
  }

  /** The largest id seen so far: who has everything up to now resumes from here. */
  get top(): number {
    return this.#top
  }

  /** Whether {@link top} is known. */
  get hasBegun(): boolean {
    return this.#started
  }

  /** Ids smaller than one that were seen after it, or just before it. */
  lateAfter(id: number): number[] {
    const at = this.#known.get(id)
    if (at === undefined) return []
    return [...this.#known].flatMap(([other, seen]) => (other < id && seen >= at - APART_MS ? [other] : []))
  }

  #schedule(): void {
    if (this.#closed || this.#timer) return
    if (this.#reading) {
      this.#again = true
      return
    }
    const wait = Math.max(0, this.#lastRead + COALESCE_MS - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#read()
    }, wait)
  }

  async #read(): Promise<void> {
    this.#reading = true
    this.#again = false
    this.#lastRead = performance.now()
    try {
      if (!this.#started) await this.#begin()
      for (let full = true; full && !this.#closed; ) {
        const events = await selectUnknown(this.#options.db, this.#floor, [...this.#known.keys()], BATCH)
        for (const { id } of events) this.#remember(id)
        if (events.length > 0) await this.#options.onEvents(events)
        full = events.length === BATCH
      }
      this.#forget()
      this.#failed = false
    } catch (error) {
      if (!this.#failed) this.#options.log.warn({ err: error }, 'live events could not be read')
      this.#failed = true
      this.#again = true
      this.#lastRead = performance.now() + RETRY_MS
    }
    this.#reading = false
    if (this.#again) this.#schedule()
  }

  async #begin(): Promise<void> {
    const { last, ids } = await selectRecent(this.#options.db)
    this.#floor = ids.length > 0 ? Math.min(...ids) - 1 : last
    this.#top = Math.max(last, ...ids)
    for (const id of ids) this.#remember(id)
    this.#started = true
    this.#begun.resolve()
  }

  #remember(id: number): void {
    this.#known.set(id, performance.now())
    this.#top = Math.max(this.#top, id)
  }

  #forget(): void {
    const old = performance.now() - OVERLAP_SECONDS * 1000
    const ids = [...this.#known].toSorted(([a], [b]) => a - b)
    for (const [id, seen] of ids) {
      if (seen > old && this.#known.size <= MAX_KNOWN) return
      this.#floor = Math.max(this.#floor, id)
      this.#known.delete(id)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#listener.close()
  }
}
