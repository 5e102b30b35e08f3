import { randomUUID } from 'node:crypto'
import { renewFolder } from '../../../platform/files/index.ts'
import type { MediaParts } from '../media-deps.ts'
import { processItem } from './processing.service.ts'
import { type Claimed, claimNext, nextDueIn, type Lane, renewClaims } from './processing-queue.queries.ts'

type Running = { row: Claimed; stop: AbortController; ended: Promise<void> }

const LANES = ['quick', 'encode', 'largest'] as const

/**
 * This process's media workers. They claim items from the table, and people take turns (processing-queue.queries.ts).
 * Each lane has several slots. One person never takes all of them (unless there is only one), so another person's file
 * starts immediately. One of the image child processes is reserved for the largest files.
 */
export class MediaWork {
  readonly #parts: MediaParts
  readonly #slots: Record<Lane, number>
  readonly #running: Record<Lane, Map<string, Running>> = {
    quick: new Map(),
    encode: new Map(),
    largest: new Map(),
  }
  #looking: Promise<boolean> | null = null
  #again = false
  #later: NodeJS.Timeout | undefined

  constructor(parts: MediaParts) {
    this.#parts = parts
    this.#slots = {
      quick: Math.max(1, parts.pool.size - 1),
      encode: parts.encoder === null ? 1 : parts.figures.encodes,
      largest: 1,
    }
    parts.wake = () =>
      void this.look().catch((error: unknown) => parts.log.error({ err: error }, 'media work'))
    parts.callOff = (media_id) => {
      for (const { row, stop } of this.#all()) if (row.id === media_id) stop.abort()
    }
  }

  #all(): Running[] {
    return Object.values(this.#running).flatMap((lane) => [...lane.values()])
  }

  /** Starts every item that is due. Returns whether there were any. */
  look(): Promise<boolean> {
    if (this.#looking) {
      this.#again = true
      return this.#looking
    }
    this.#looking = this.#fill()
    return this.#looking
  }

  async #fill(): Promise<boolean> {
    let isDue = false
    try {
      do {
        this.#again = false
        const seconds = await nextDueIn(this.#parts.db)
        isDue = seconds === 0
        if (seconds !== null && !isDue) this.#lookIn(seconds)
        if (!isDue) continue
        for (const lane of LANES) while (await this.#beginNext(lane));
      } while (this.#again)
    } finally {
      this.#looking = null
    }
    return isDue
  }

  // No notification is sent when a postponed item is due or a claim has expired, so use a timer.
  #lookIn(seconds: number): void {
    clearTimeout(this.#later)
    this.#later = setTimeout(() => this.#parts.wake(), seconds * 1000 + 20).unref()
  }

  // Returns whether another item may be due.
  async #beginNext(lane: Lane): Promise<boolean> {
    const running = this.#running[lane]
    const slots = this.#slots[lane]
    if (this.#parts.stopping || running.size >= slots) return false
    const claim = randomUUID()
    const row = await claimNext(this.#parts.db, lane, Math.max(1, slots - 1), claim)
    if (!row) return false
    const stop = new AbortController()
    const ended = processItem(this.#parts, row, stop.signal)
      .catch((error: unknown) => this.#parts.log.error({ err: error, media_id: row.id }, 'media work'))
      .finally(() => {
        running.delete(claim)
        if (!this.#parts.stopping) this.#parts.wake()
      })
    running.set(claim, { row, stop, ended })
    return true
  }

  /**
   * Renews this process's temporary folder and claims. Aborts items that were deleted, or that another process claimed
   * because the renewal was late.
   */
  async renew(): Promise<void> {
    const { workDir, log, stopping } = this.#parts
    if (!stopping)
      await renewFolder(workDir).catch((error: unknown) => log.error({ err: error }, 'temporary folder'))
    const all = this.#all()
    if (all.length === 0) return
    const stillClaimed = await renewClaims(
      this.#parts.db,
      all.map(({ row }) => row.claim),
    )
    for (const { row, stop } of all) if (!stillClaimed.has(row.claim)) stop.abort()
  }

  /** Aborts all work and puts the items back for the next start. */
  async close(): Promise<void> {
    clearTimeout(this.#later)
    await this.#looking?.catch(() => {})
    const all = this.#all()
    for (const { stop } of all) stop.abort()
    await Promise.all(all.map(({ ended }) => ended))
  }
}
