import { ApiError, type ApiErrorCode } from './api.ts'
import { session } from './session.ts'

/** An attempt to send a request. The same text always gets the same key, so that it takes effect only once. */
export type Attempt = {
  key: string
  /** The request's body as JSON. */
  text: string
  /** Whether it was sent without getting a response, so it may have taken effect. */
  unanswered: boolean
}

/** Reads an attempt stored on this device; null if there is none. */
export const readAttempt = (stored: unknown): Attempt | null => {
  const { key, text, unanswered } = (stored ?? {}) as Partial<Record<keyof Attempt, unknown>>
  return typeof key === 'string' && typeof text === 'string'
    ? { key, text, unanswered: unanswered === true }
    : null
}

/** The attempt for a request's text: the stored one if the text is the same, else a new one. */
export const attemptFor = (text: string, stored: Attempt | null): Attempt =>
  stored?.text === text ? stored : { key: crypto.randomUUID(), text, unanswered: false }

// Pauses (ms) between tries while it is unknown whether the request took effect. Its key prevents a second effect.
const TRIES = [800, 2000, 4000]

const UNSURE: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'OFFLINE',
  'UNREADABLE',
  'IN_PROGRESS',
  'UNAVAILABLE',
])

const me = () => session.get().user?.user_id

// Without a writer, the session was still loading when the request began, so no one else can have been signed in.
const isStill = (writer: string | undefined) =>
  writer === undefined || session.get().status === 'loading' || me() === writer

/**
 * Sends a request, and retries a few times while it is unknown whether it took effect. Stops if its `writer` is no
 * longer signed in, so that nothing is sent in another person's name.
 * @throws ApiError SESSION_MISSING if the writer is not signed in at the start
 * @throws what `send` throws
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
      // Another person may have signed in in another tab, and its event has not arrived yet.
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

/** How attempts are sent and stored. */
export type AttemptPorts<T> = {
  /** Sends `text` under `key`. The key makes it idempotent. */
  send: (text: string, key: string) => Promise<T>
  store: (attempt: Attempt | null) => void
}

/**
 * Sends an attempt, and stores it while it may have taken effect without a response. `before` is the stored attempt.
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
    // An earlier attempt with another text took effect but its response was lost. Its result counts.
    if (earlier && error instanceof ApiError && error.code === 'MEDIA_TAKEN')
      return await sendAttempt({ send, store }, earlier, null)
    throw error
  }
}
