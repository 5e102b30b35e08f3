import { ApiError, type ApiErrorCode } from './api.ts'
import { session } from './session.ts'

/** An attempt to send a request. The same body always gets the same key, so the server processes it only once. */
export type Attempt = {
  key: string
  /** The request body as JSON. */
  text: string
  /** Whether the request was sent but got no response, so it may have taken effect. */
  unanswered: boolean
}

/** Parses an attempt stored on this device; null if there is none. */
export function readAttempt(stored: unknown): Attempt | null {
  const { key, text, unanswered } = (stored ?? {}) as Partial<Record<keyof Attempt, unknown>>
  return typeof key === 'string' && typeof text === 'string'
    ? { key, text, unanswered: unanswered === true }
    : null
}

/** Returns the attempt for a request body: the stored one if the body is the same, otherwise a new one. */
export function attemptFor(text: string, stored: Attempt | null): Attempt {
  return stored?.text === text ? stored : { key: crypto.randomUUID(), text, unanswered: false }
}

// Delays (ms) between retries while the outcome is unknown. The idempotency key makes retries safe.
const TRIES = [800, 2000, 4000]

const UNSURE: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'OFFLINE',
  'UNREADABLE',
  'IN_PROGRESS',
  'UNAVAILABLE',
])

function me() {
  return session.get().user?.user_id
}

// If there's no writer, the session was still loading when the request began, so no one else was signed in.
function isStill(writer: string | undefined) {
  return writer === undefined || session.get().status === 'loading' || me() === writer
}

/**
 * Sends a request, and retries a few times while its outcome is unknown. Stops once `writer` is no longer signed in, so
 * that nothing is sent under another account.
 * @throws ApiError SESSION_MISSING if the writer isn't signed in at the start
 * @throws whatever `send` throws
 */
export async function untilAnswered<T>(send: () => Promise<T>, writer = me()): Promise<T> {
  if (!isStill(writer)) throw new ApiError({ status: 401, code: 'SESSION_MISSING', detail: '' })
  for (let turn = 0; ; turn++) {
    try {
      return await send()
    } catch (error) {
      const wait = TRIES[turn]
      const unsure = error instanceof ApiError && UNSURE.has(error.code)
      if (wait === undefined || !unsure || !navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
      // Someone else may have signed in from another tab, and the event may not have arrived yet.
      await session.refresh().catch(() => undefined)
      if (!isStill(writer)) throw error
    }
  }
}

const OUTCOMES: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'BAD_REQUEST',
  'SPOT_NOT_FOUND',
  'NOT_ALLOWED',
  'MEDIA_NOT_FOUND',
  'MEDIA_NOT_READY',
  'MEDIA_TAKEN',
  'UNPROCESSABLE',
  'KEY_REUSED',
])

// A refusal before the operation runs (session, origin, rate) doesn't reveal whether an earlier request took effect.
function mayHaveWorked(attempt: Attempt, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return true
  if (error.code === 'IN_PROGRESS' || error.code === 'UNREADABLE') return true
  return attempt.unanswered && !OUTCOMES.has(error.code)
}

/** Callbacks that send and store attempts. */
export type AttemptPorts<T> = {
  /** Sends `text` with `key`, which makes the request idempotent. */
  send: (text: string, key: string) => Promise<T>
  store: (attempt: Attempt | null) => void
}

/**
 * Sends an attempt, and stores it while its outcome is unknown. `before` is the stored attempt.
 * @throws ApiError what `send` throws
 */
export async function sendAttempt<T>(
  { send, store }: AttemptPorts<T>,
  attempt: Attempt,
  before: Attempt | null,
): Promise<T> {
  const earlier = before?.unanswered && before.key !== attempt.key ? before : null
  store({ ...attempt, unanswered: true })
  try {
    return await send(attempt.text, attempt.key)
  } catch (error) {
    store(mayHaveWorked(attempt, error) ? { ...attempt, unanswered: true } : earlier)
    // An earlier attempt with a different body succeeded, but its response was lost. Use its result.
    if (earlier && error instanceof ApiError && error.code === 'MEDIA_TAKEN')
      return await sendAttempt({ send, store }, earlier, null)
    throw error
  }
}
