import type { StoredArea } from '../../lib/places/stored-areas.ts'

/** Thrown to abort an area's update; carries the reason. */
export class Stopped extends Error {
  readonly why: NonNullable<StoredArea['failure']>

  constructor(why: NonNullable<StoredArea['failure']>) {
    super(why)
    this.name = 'Stopped'
    this.why = why
  }
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

/** Returns why an area couldn't be updated; null if the cause is a bug. */
export function explainFailure(error: unknown): StoredArea['failure'] {
  return error instanceof Stopped ? error.why : isFull(error) ? 'full' : null
}

/** Thrown if a list is no longer shared with this person. */
export class ListGone extends Error {}

const TRIES = 4
const LONGEST_PAUSE_S = 60

function pause(seconds: number, signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/**
 * Fetches a part of an area. Retries if the server is busy. Also returns 304 and 404 responses.
 * @throws Stopped if there's no network or the server refuses
 */
export async function fetchPart(
  address: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<Response> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    const answer = await fetch(address, { signal, headers, cache: 'no-store' }).catch(() => {
      signal.throwIfAborted()
      throw new Stopped('offline')
    })
    const { ok, status } = answer
    if (ok || status === 304 || status === 404) return answer
    if (status !== 429 && status < 500) throw new Stopped('refused')
    if (tries === TRIES) throw new Stopped('offline')
    await pause(Math.min(LONGEST_PAUSE_S, Number(answer.headers.get('retry-after')) || 2 ** tries), signal)
  }
}

/**
 * Stores a response.
 * @throws Stopped if the device is full
 */
export async function storePart(cache: Cache, key: string, response: Response): Promise<void> {
  try {
    await cache.put(key, response)
  } catch (error) {
    throw isFull(error) ? new Stopped('full') : error
  }
}

/** Runs `work` for each item, a few at a time. Stops at the first failure. */
export async function forEach<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  let failed = false
  const lane = async () => {
    for (const item of rest) {
      if (failed) return
      await work(item)
    }
  }
  await Promise.all(
    Array.from({ length: atOnce }, () =>
      lane().catch((error: unknown) => {
        failed = true
        throw error
      }),
    ),
  )
}
