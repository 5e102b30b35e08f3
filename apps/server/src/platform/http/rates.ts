import { isIPv6 } from 'node:net'
import { RATES, type RateName } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
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

/** An address as a rate sees it: IPv6 by its /64, since one line has that many. */
export const networkOf = (ip: string): string => {
  if (!isIPv6(ip)) return ip
  if (ip.startsWith('::ffff:')) return ip.slice(7)
  const [head = '', tail = ''] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = ip.includes('::')
    ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
    : left
  return `${groups.slice(0, 4).join(':')}::/64`
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
