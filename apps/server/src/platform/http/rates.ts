import { RATES, type RateName } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { networkOf } from './addresses.ts'
import { addToRate } from './rates.queries.ts'
import { Refusal } from './refusal.ts'

/** Whom a rate counts: a signed-in person, a network address, or a thing named by the caller (an e-mail address). */
export type Subject = { user: string } | { ip: string } | { key: string }

/** Figures that replace those of the contract, by name: `[times, seconds]`. */
export type RateFigures = Partial<Record<RateName, Partial<Record<'user' | 'ip', readonly [number, number]>>>>

// Reads are far too many for a row update each: they are counted here and settled with the database in the background.
const COUNTED_IN_MEMORY: ReadonlySet<RateName> = new Set(['read', 'file', 'upload_chunk', 'stream'])
const SETTLE_MS = 1_000

type Pending = {
  name: string
  subject: string
  seconds: number
  unsettled: number
  known: number
  windowEnd: number
}

const textOf = (subject: Subject): string =>
  'user' in subject
    ? `user:${subject.user}`
    : 'ip' in subject
      ? `ip:${networkOf(subject.ip)}`
      : `key:${subject.key}`

/** Counts actions per window in the database, so that limits hold across restarts and processes. */
export class Rates {
  readonly #db: Db
  readonly #figures: RateFigures
  readonly #pending = new Map<string, Pending>()
  readonly #timer: NodeJS.Timeout

  constructor(db: Db, figures: RateFigures = {}) {
    this.#db = db
    this.#figures = figures
    this.#timer = setInterval(() => void this.#settle().catch(() => {}), SETTLE_MS)
    this.#timer.unref()
  }

  /**
   * Counts one action.
   * @throws Refusal TOO_MANY with the seconds to wait, once there were more than the rate allows
   */
  async hit(name: RateName, subject: Subject): Promise<void> {
    const side = 'ip' in subject ? 'ip' : 'user'
    const [times, seconds] = this.#figures[name]?.[side] ?? RATES[name][side]
    const text = textOf(subject)
    const counted = COUNTED_IN_MEMORY.has(name)
      ? this.#count(name, text, seconds)
      : await addToRate(this.#db, { name, subject: text, seconds, times: 1 })
    if (counted.times > times) throw new Refusal('TOO_MANY', { retryAfter: counted.secondsLeft })
  }

  #count(name: string, subject: string, seconds: number): { times: number; secondsLeft: number } {
    const key = `${name} ${subject}`
    const now = Date.now() / 1000
    let entry = this.#pending.get(key)
    if (!entry || entry.windowEnd <= now) {
      entry = {
        name,
        subject,
        seconds,
        unsettled: 0,
        known: 0,
        windowEnd: (Math.floor(now / seconds) + 1) * seconds,
      }
      this.#pending.set(key, entry)
    }
    entry.unsettled += 1
    return { times: entry.known + entry.unsettled, secondsLeft: entry.windowEnd - now }
  }

  async #settle(): Promise<void> {
    const now = Date.now() / 1000
    for (const [key, entry] of this.#pending) {
      const times = entry.unsettled
      if (times > 0) {
        entry.unsettled = 0
        entry.known += times
        const settled = await addToRate(this.#db, { ...entry, times })
        entry.known = Math.max(entry.known, settled.times)
      }
      if (entry.windowEnd <= now) this.#pending.delete(key)
    }
  }

  /** Stops the background work and writes what is not yet written. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#settle()
  }
}
