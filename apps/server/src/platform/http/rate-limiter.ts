import { RATES, type RateName } from '@nollie/contract'
import { BY_ADDRESS } from '@nollie/contract/rates'
import { toNetwork } from './connections/networks.ts'
import { Refusal } from './refusal.ts'

/** Who a rate limit applies to: a signed-in person, an IP address, or a custom key such as an email address. */
export type Subject = { user: string } | { ip: string } | { key: string }

/**
 * Returns who a request counts toward: the IP address for visitors and for rates by address, otherwise the person. A
 * person's access tokens have their own shared count, so that a leaked token can't prevent its own revocation.
 */
export function countedFor(
  rate: RateName,
  sender: { user_id: string; isToken: boolean } | null,
  ip: string,
): Subject {
  if (!sender || BY_ADDRESS.has(rate)) return { ip }
  return sender.isToken ? { key: `tokens ${sender.user_id}` } : { user: sender.user_id }
}

/** Returns a key for sharing a resource fairly: a member, or a visitor's network. */
export function buildSenderKey(viewer: { user_id: string } | null, ip: string): string {
  return formatSubject(viewer ? { user: viewer.user_id } : { ip })
}

/** Overrides for the contract's rates by name: `[times, seconds]`. */
export type RateFigures = Partial<Record<RateName, Partial<Record<'user' | 'ip', readonly [number, number]>>>>

// These actions happen too often to update a row each time, so they're counted in memory and synced with the database
// in the background.
const READS: readonly RateName[] = ['read', 'embed', 'health', 'file', 'upload_chunk', 'stream']
// Counted the same way, but a window's first action reads the database, so the limit is right even after a restart.
const WRITES: readonly RateName[] = ['write', 'like', 'comment', 'message', 'follow', 'block']
const COUNTED_IN_MEMORY: ReadonlySet<RateName> = new Set([...READS, ...WRITES])
const LOADED_FIRST: ReadonlySet<RateName> = new Set(WRITES)
const SETTLE_MS = 1_000
/** Number of counts synced per statement. */
const SETTLE_BATCH = 500

/** A limit: the maximum number of actions in a window, and the window's length in seconds. */
export type RateHit = { name: string; subject: string; seconds: number; times: number }

/** A window's count, and the seconds until the window ends. */
export type Counted = { times: number; secondsLeft: number }

/** Counts shared by all processes, and stored across restarts. */
export type RateCounts = {
  /** Adds to windows, which must be distinct; returns each one's new count. */
  add: (hits: readonly RateHit[]) => Promise<Counted[]>
}

/** This process's count in a window; `times` aren't in the database yet. */
type Pending = RateHit & {
  /** The count when the database was last read. */
  known: number
  /** Loads the initial count from the database; the window's first action awaits this. */
  loaded: Promise<void> | null
  windowEnd: number
}

function formatSubject(subject: Subject): string {
  return 'user' in subject
    ? `user:${subject.user}`
    : 'ip' in subject
      ? `ip:${toNetwork(subject.ip)}`
      : `key:${subject.key}`
}

/** Counts actions per window in the database, so that limits apply across restarts and processes. */
export class RateLimiter {
  readonly #counts: RateCounts
  readonly #figures: RateFigures
  readonly #pending = new Map<string, Pending>()
  readonly #timer: NodeJS.Timeout
  #settling: Promise<void> | null = null

  constructor(counts: RateCounts, figures: RateFigures = {}) {
    this.#counts = counts
    this.#figures = figures
    this.#timer = setInterval(() => void this.#settle().catch(() => {}), SETTLE_MS)
    this.#timer.unref()
  }

  /**
   * Counts one action.
   * @throws Refusal TOO_MANY with the seconds to wait if this exceeds the rate
   */
  async hit(name: RateName, subject: Subject): Promise<void> {
    const { times, seconds } = this.#getLimit(name, subject)
    const text = formatSubject(subject)
    const counted = COUNTED_IN_MEMORY.has(name)
      ? await this.#count(name, text, seconds)
      : await this.#add({ name, subject: text, seconds, times: 1 })
    if (counted.times > times) throw new Refusal('TOO_MANY', { retryAfter: counted.secondsLeft, rule: name })
  }

  /**
   * Refuses any action that {@link hit} would refuse now, without counting it.
   * @throws Refusal TOO_MANY with the seconds to wait
   */
  async requireRoom(name: RateName, subject: Subject): Promise<void> {
    const { times, seconds } = this.#getLimit(name, subject)
    const counted = await this.#add({ name, subject: formatSubject(subject), seconds, times: 0 })
    if (counted.times >= times) throw new Refusal('TOO_MANY', { retryAfter: counted.secondsLeft, rule: name })
  }

  /** Counts one action for each subject in one statement; returns whether any of them exceeds the rate. */
  async isOver(name: RateName, subjects: readonly Subject[]): Promise<boolean> {
    const limits = subjects.map((subject) => this.#getLimit(name, subject))
    const hits = limits.map(({ seconds }, n) => ({
      name,
      subject: formatSubject(subjects[n] as Subject),
      seconds,
      times: 1,
    }))
    const counted = await this.#counts.add(hits)
    return limits.some(({ times }, n) => (counted[n]?.times ?? 1) > times)
  }

  #getLimit(name: RateName, subject: Subject): { times: number; seconds: number } {
    const side = 'ip' in subject ? 'ip' : 'user'
    const [times, seconds] = this.#figures[name]?.[side] ?? RATES[name][side]
    return { times, seconds }
  }

  async #count(name: RateName, subject: string, seconds: number): Promise<Counted> {
    const key = `${name} ${subject}`
    const now = Date.now() / 1000
    let entry = this.#pending.get(key)
    if (!entry || entry.windowEnd <= now) {
      const windowEnd = (Math.floor(now / seconds) + 1) * seconds
      entry = { name, subject, seconds, times: 0, known: 0, loaded: null, windowEnd }
      this.#pending.set(key, entry)
      if (LOADED_FIRST.has(name)) entry.loaded = this.#ask(key, entry)
    }
    if (entry.loaded) await entry.loaded
    entry.times += 1
    return { times: entry.known + entry.times, secondsLeft: entry.windowEnd - now }
  }

  async #add(hit: RateHit): Promise<Counted> {
    const [counted] = await this.#counts.add([hit])
    return counted ?? { times: hit.times, secondsLeft: hit.seconds }
  }

  async #ask(key: string, entry: Pending): Promise<void> {
    try {
      const counted = await this.#add({ ...entry, times: 0 })
      entry.known = Math.max(entry.known, counted.times)
      entry.loaded = null
    } catch (error) {
      this.#pending.delete(key)
      throw error
    }
  }

  // Only one write runs at a time; new counts stay in memory until the next one.
  #settle(): Promise<void> {
    this.#settling ??= this.#settleAll().finally(() => (this.#settling = null))
    return this.#settling
  }

  async #settleAll(): Promise<void> {
    const now = Date.now() / 1000
    const waiting = [...this.#pending.values()].filter(({ times }) => times > 0)
    for (let at = 0; at < waiting.length; at += SETTLE_BATCH) {
      const entries = waiting.slice(at, at + SETTLE_BATCH)
      const batch = entries.map((entry) => ({ ...entry }))
      const counted = await this.#counts.add(batch)
      for (const [index, entry] of entries.entries()) {
        entry.times -= batch[index]?.times ?? 0
        entry.known = Math.max(entry.known, counted[index]?.times ?? 0)
      }
    }
    for (const [key, entry] of this.#pending)
      if (entry.windowEnd <= now && entry.times === 0) this.#pending.delete(key)
  }

  /** Stops the background work and stores the remaining counts. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#settling?.catch(() => {})
    await this.#settle()
  }
}
