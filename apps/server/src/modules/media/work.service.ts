import { randomUUID } from 'node:crypto'
import type { MediaParts } from './parts.ts'
import { processItem } from './processing.service.ts'
import { type Claimed, claimNext, nextDueIn, type Lane, renewClaims } from './work.queries.ts'

type Running = { row: Claimed; stop: AbortController; ended: Promise<void> }

const LANES = ['quick', 'encode', 'largest'] as const

/**
 * The workers of this process: they take items out of the rows themselves, by people's turns (work.queries.ts). Each lane
 * has so many slots, and nobody but the last one is ever all one person's, so another's file begins at once. Of the
 * children that make pictures one is for the largest.
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

  /** Starts the work that can start now; returns whether any was due. */
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

  // Nobody announces that a time has come: of what was put back for later, or of a claim that lapses.
  #lookIn(seconds: number): void {
    clearTimeout(this.#later)
    this.#later = setTimeout(() => this.#parts.wake(), seconds * 1000 + 20).unref()
  }

  // True when there may be another item to begin.
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
   * Gives a sign of life for what this process is at. Ends the work on what was deleted, or was given on because the
   * process was silent for too long.
   */
  async renew(): Promise<void> {
    const all = this.#all()
    if (all.length === 0) return
    const standing = await renewClaims(
      this.#parts.db,
      all.map(({ row }) => row.claim),
    )
    for (const { row, stop } of all) if (!standing.has(row.claim)) stop.abort()
  }

  /** Ends all work at once; what it was at is put back for the next start. */
  async close(): Promise<void> {
    clearTimeout(this.#later)
    await this.#looking?.catch(() => {})
    const all = this.#all()
    for (const { stop } of all) stop.abort()
    await Promise.all(all.map(({ ended }) => ended))
  }
}
