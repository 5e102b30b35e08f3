import { ApiError } from '../api.ts'
import type { Refusal } from './use-outbox.ts'
import { Unsent } from './kinds.ts'

/**
 * The next step after a failed attempt. `later`: retry automatically; `all` means that every other entry would fail
 * too, and `wait` is in ms. `refused`: the person decides.
 */
export type Outcome =
  | { next: 'later'; all: boolean; wait: number; mayHaveArrived: boolean }
  | { next: 'refused'; refusal: Refusal }

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 300_000
const BUSY_MS = 5_000

function backoff(tries: number) {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 10))
}

// The request was valid, but the server can't process it now.
const PASSING = new Set(['IN_PROGRESS', 'MEDIA_NOT_READY', 'REQUEST_TIMEOUT', 'WORK_NEEDED'])
// The session doesn't allow the request. The entry is sent after this person signs in again.
const OF_SESSION = new Set(['SESSION_MISSING', 'SUSPENDED', 'FACTOR_NEEDED', 'LEAVING'])

function ofUnsent({ why, message, wait }: Unsent, tries: number): Outcome {
  if (why === 'refused') return { next: 'refused', refusal: { code: 'UPLOAD', detail: message, fields: {} } }
  const pause = wait === null ? backoff(tries) : wait * 1_000
  return { next: 'later', all: why !== 'busy', wait: pause, mayHaveArrived: false }
}

/** Decides how to proceed after an error; `tries` is the number of earlier failures. */
export function toOutcome(error: unknown, tries: number): Outcome {
  if (error instanceof Unsent) return ofUnsent(error, tries)
  const later = (all: boolean, mayHaveArrived: boolean, wait = backoff(tries)): Outcome => ({
    next: 'later',
    all,
    wait,
    mayHaveArrived,
  })
  // An error in the client, e.g. because its code couldn't be loaded.
  if (!(error instanceof ApiError)) return later(false, false)
  const { status, code, detail, fields, retryAfter } = error
  if (status === 0 || code === 'UNREADABLE') return later(true, true)
  if (OF_SESSION.has(code)) return later(true, false, LONGEST_WAIT_MS)
  if (code === 'TOO_MANY') return later(true, false, retryAfter === null ? BUSY_MS : retryAfter * 1_000)
  if (PASSING.has(code)) return later(false, code === 'IN_PROGRESS')
  if (status >= 500) return later(false, true)
  return { next: 'refused', refusal: { code, detail, fields } }
}
