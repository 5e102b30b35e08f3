import { createHash } from 'node:crypto'
import { Refusal } from '../../platform/http/index.ts'
import { signal } from '../../platform/telemetry/index.ts'

/** An image and its ETag. */
export type Preview = { bytes: Buffer; etag: string }

type Limits = {
  maxCached: number
  /** Maximum number of queued drawings. */
  maxWaiting: number
}

/** Draws images one at a time and caches the most recent ones by their content. */
export class Drawings {
  readonly #limits: Limits
  readonly #cached = new Map<string, Promise<Buffer>>()
  #turn: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Returns the image for the given content, drawing it unless it's cached.
   * @throws Refusal UNAVAILABLE if too many are queued
   */
  async drawn(content: string, draw: () => Promise<Buffer>): Promise<Preview> {
    const key = createHash('sha256').update(content).digest('base64url').slice(0, 22)
    const known = this.#cached.get(key)
    signal('cache', { cache: 'previews', isHit: known !== undefined })
    const bytes = known ?? this.#inTurn(draw)
    // Reinserts the key, so that eviction starts with the least recently used one.
    this.#cached.delete(key)
    this.#cached.set(key, bytes)
    if (!known) bytes.catch(() => this.#cached.delete(key))
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= this.#limits.maxCached) break
      this.#cached.delete(oldest)
    }
    return { bytes: await bytes, etag: `"${key}"` }
  }

  // Draws one at a time, so that links shared in chats can't overload the server.
  async #inTurn(draw: () => Promise<Buffer>): Promise<Buffer> {
    if (this.#waiting >= this.#limits.maxWaiting)
      throw new Refusal('UNAVAILABLE', { retryAfter: 5, rule: 'drawings' })
    this.#waiting += 1
    const mine = this.#turn.then(draw)
    this.#turn = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      this.#waiting -= 1
    }
  }
}
