import type { Db } from '../../db/open.ts'
import { signal } from '../../platform/telemetry/index.ts'
import { type NewEvent, OVERLAP_SECONDS, selectRecent, selectUnknown } from './events.queries.ts'
import type { EventSource } from './event-source.ts'

type Log = { warn: (details: object, message: string) => void }

export type OutboxOptions = {
  db: Db
  /** Where new events come from. */
  source: EventSource
  log: Log
  /**
   * Awaited after new events are read. Ensures that replicas already contain an event's changes when a client receives
   * the event or loads a page afterwards.
   */
  caughtUp: () => Promise<void>
  /** Receives new events sorted by id; late events can follow larger ids. Awaited before reading more. */
  onEvents: (events: NewEvent[]) => Promise<void>
}

/** Events committed within this time are read together. */
const COALESCE_MS = 250
/** Pause after a failed read. */
const RETRY_MS = 1_000
/** Events that are at most this many ms apart may reach two processes in a different order. */
const APART_MS = 500
const BATCH = 1_000
const MAX_KNOWN = 10_000

/** Tails the table `events` and emits each event exactly once, right after its commit. */
export class Outbox {
  readonly #options: OutboxOptions
  #source: { close: () => Promise<void> } | null = null
  /** Events from the source that haven't been passed on yet. */
  readonly #brought: NewEvent[] = []
  /** Whether the table may contain rows that the source didn't deliver. */
  #isTableDue = false
  /** When each id was first seen. Ids are tracked for as long as rows with smaller ids may still appear. */
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
  }

  /** Starts listening and reading. */
  start(): void {
    this.#source = this.#options.source({
      wake: () => this.#readTable(),
      received: (events) => {
        if (this.#brought.length + events.length > MAX_KNOWN) return this.#readTable()
        this.#brought.push(...events)
        this.#schedule()
      },
    })
  }

  #readTable(): void {
    this.#isTableDue = true
    this.#schedule()
  }

  /** Resolves once no future commit can be missed. */
  get begun(): Promise<void> {
    return this.#begun.promise
  }

  /** The largest id seen so far. A stream that is up to date resumes from here. */
  get top(): number {
    return this.#top
  }

  /** Whether {@link top} is known. */
  get hasBegun(): boolean {
    return this.#started
  }

  /** Returns ids smaller than `id` that were first seen after it, or shortly before it. */
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
      for (let full = this.#isTableDue; full && !this.#closed; ) {
        this.#isTableDue = false
        const events = await selectUnknown(this.#options.db, this.#floor, [...this.#known.keys()], BATCH)
        await this.#publish(events)
        full = events.length === BATCH
      }
      // Skips events that were already read or were sent twice.
      const brought = this.#brought
        .splice(0)
        .filter(({ id }) => id > this.#floor && !this.#known.has(id))
        .toSorted((one, other) => one.id - other.id)
      await this.#publish(brought)
      this.#forget()
      this.#failed = false
    } catch (error) {
      if (!this.#failed) this.#options.log.warn({ err: error }, "couldn't read live events")
      this.#failed = true
      this.#again = true
      this.#isTableDue = true
      this.#lastRead = performance.now() + RETRY_MS
    }
    this.#reading = false
    if (this.#again) this.#schedule()
  }

  async #publish(events: NewEvent[]): Promise<void> {
    if (events.length === 0) return
    await this.#options.caughtUp()
    for (const { id } of events) this.#remember(id)
    await this.#options.onEvents(events)
    signal('events', { count: events.length, lagSeconds: Math.max(...events.map(({ age }) => age)) })
  }

  async #begin(): Promise<void> {
    const { last, ids } = await selectRecent(this.#options.db)
    await this.#options.caughtUp()
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
    await this.#source?.close()
  }
}
