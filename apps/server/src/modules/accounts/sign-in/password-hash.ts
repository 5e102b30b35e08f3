import { AsyncLocalStorage } from 'node:async_hooks'
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '../../../platform/http/index.ts'

const derive = promisify(argon2)

/** Memory in KiB, passes, and lanes, as OWASP recommends for Argon2id. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const SALT_BYTES = 16
const HASH_BYTES = 32
/** Maximum number of concurrent hashes. Each takes about 25 ms of CPU time. */
const MAX_CONCURRENT = 2
/** Maximum number of waiting hashes per kind: about one second of work on two idle cores. */
const MAX_WAITING = 64
/**
 * On slower machines, the queue holds only as many hashes as we can compute in this time, but never fewer than
 * FEWEST_WAITING.
 */
const WAIT_MS = 1_000
const FEWEST_WAITING = 4
/**
 * The assumed duration of a hash before the first measurement, and how much each measurement counts toward the average.
 */
const FIRST_MS = 25
const WEIGHT = 0.2

/** A longer wait means that requests arrive faster than we can handle them. */
const LONG_MS = 600
/** Maximum number of waiting hashes per kind during a rush, because a long queue delays everyone. */
const FEW_WAITING = 12
/** A rush ends after this time without refusals or long waits. */
const RUSH_MS = 10_000

/** Seconds until a rejected client may retry. The queue is empty by then. */
const RETRY_AFTER_S = 2

/** The purpose of a hash. The queues of all kinds take turns, so that many sign-ins don't block sign-ups. */
export type HashKind = 'sign_in' | 'reauth' | 'sign_up' | 'new_password'

function base64(bytes: Buffer) {
  return bytes.toString('base64').replaceAll('=', '')
}

// Operating systems send the same password as composed or decomposed Unicode.
function encodePassword(password: string) {
  return Buffer.from(password.normalize('NFKC'), 'utf8')
}

function formatHash(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`
}

// The salt for accounts without a password.
const UNUSABLE_SALT = Buffer.alloc(SALT_BYTES)

/**
 * Returns a hash that no password matches. Used for accounts without a password, so that checking them costs the same.
 */
export function unusableHash(): string {
  return formatHash(UNUSABLE_SALT, randomBytes(HASH_BYTES))
}

/** Whether {@link unusableHash} created this hash. */
export function isUnusable(text: string): boolean {
  return text.includes(`$${base64(UNUSABLE_SALT)}$`)
}

type Parsed = { memory: number; passes: number; parallelism: number; salt: Buffer; hash: Buffer }

function parse(text: string): Parsed | null {
  const found = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/.exec(text)
  if (!found) return null
  const [, memory, passes, parallelism, salt = '', hash = ''] = found
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

/** Computes Argon2id password hashes off the event loop, with limited concurrency. */
export class Passwords {
  #running = 0
  // Moving average of how long a hash takes.
  #tookMs = FIRST_MS
  // Queues by kind, in the order of their turns.
  readonly #waiting = new Map<HashKind, { since: number; start: () => void }[]>()
  // When each kind's rush ends.
  readonly #rush = new Map<HashKind, number>()
  readonly #now: () => number
  readonly #kind = new AsyncLocalStorage<HashKind>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Assigns this kind to all hashes computed within `work`, including nested calls. */
  as<T>(kind: HashKind, work: () => Promise<T>): Promise<T> {
    return this.#kind.run(kind, work)
  }

  /**
   * Hashes a password for storage (PHC format). Uses a random salt unless one is given, which must be 16 bytes long.
   * @throws Refusal TOO_MANY if too many hashes of its kind are waiting
   */
  async hash(password: string, salt: Buffer = randomBytes(SALT_BYTES)): Promise<string> {
    return formatHash(salt, await this.#derive(password, salt, { ...COST, tagLength: HASH_BYTES }))
  }

  /**
   * Whether a stored hash matches this password. Returns false for a string that isn't a hash.
   * @throws Refusal TOO_MANY if too many hashes of its kind are waiting
   */
  async verify(stored: string, password: string): Promise<boolean> {
    return this.verifyAny([stored], password)
  }

  /**
   * Whether any of the stored hashes matches this password. Computes only one hash, so it compares only stored hashes
   * that have the first one's salt and cost.
   * @throws Refusal TOO_MANY if too many hashes of its kind are waiting
   */
  async verifyAny([first = '', ...others]: string[], password: string): Promise<boolean> {
    const parsed = parse(first)
    if (!parsed) return false
    const { salt, hash, ...cost } = parsed
    const derived = await this.#derive(password, salt, { ...cost, tagLength: hash.length })
    const prefix = first.slice(0, first.lastIndexOf('$') + 1)
    return [first, ...others]
      .filter((text) => text.startsWith(prefix))
      .map((text) => parse(text)?.hash)
      .some((other) => other?.length === derived.length && timingSafeEqual(derived, other))
  }

  /** Returns how many requests of a kind may be waiting for or computing a hash. */
  roomFor(kind: HashKind): number {
    return MAX_CONCURRENT + this.#mostWaiting(kind)
  }

  /** Records that a request was rejected because of a full queue. This extends an ongoing rush. */
  refused(kind: HashKind): void {
    if (this.#isRush(kind)) this.#rush.set(kind, this.#now() + RUSH_MS)
  }

  #isRush(kind: HashKind): boolean {
    return this.#now() < (this.#rush.get(kind) ?? Number.NEGATIVE_INFINITY)
  }

  #mostWaiting(kind: HashKind): number {
    const inTime = Math.floor((WAIT_MS * MAX_CONCURRENT) / Math.max(this.#tookMs, 1))
    return Math.max(FEWEST_WAITING, Math.min(inTime, this.#isRush(kind) ? FEW_WAITING : MAX_WAITING))
  }

  async #derive(
    password: string,
    nonce: Buffer,
    cost: { memory: number; passes: number; parallelism: number; tagLength: number },
  ): Promise<Buffer> {
    await this.#turn(this.#kind.getStore() ?? 'sign_in')
    const startedAt = this.#now()
    try {
      return await derive('argon2id', { message: encodePassword(password), nonce, ...cost })
    } finally {
      this.#tookMs += (this.#now() - startedAt - this.#tookMs) * WEIGHT
      this.#next()
    }
  }

  async #turn(kind: HashKind): Promise<void> {
    if (this.#running < MAX_CONCURRENT) {
      this.#running += 1
      return
    }
    const queue = this.#waiting.get(kind) ?? []
    if (queue.length >= this.#mostWaiting(kind)) {
      this.refused(kind)
      throw new Refusal('TOO_MANY', { retryAfter: RETRY_AFTER_S })
    }
    this.#waiting.set(kind, queue)
    await new Promise<void>((start) => queue.push({ since: this.#now(), start }))
  }

  // Passes a free slot to the next kind in turn. #running decreases only if none are waiting.
  #next(): void {
    for (const [kind, queue] of this.#waiting) {
      const next = queue.shift()
      this.#waiting.delete(kind)
      if (queue.length > 0) this.#waiting.set(kind, queue)
      const now = this.#now()
      if (next && now - next.since > LONG_MS) this.#rush.set(kind, now + RUSH_MS)
      next?.start()
      return
    }
    this.#running -= 1
  }
}
