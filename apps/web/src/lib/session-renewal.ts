import { ApiError } from './api.ts'

/** The parts of the session store that renewal needs. */
type Renewable = {
  refresh: () => Promise<unknown>
  /** Publishes the new expiration time to the other tabs. */
  shareEnd: () => void
}

const FIRST_PAUSE_MS = 200
/** The last delay is 12.8 s. After that, the next periodic check tries again. */
const TRIES = 8

function isPassing(error: unknown) {
  return (
    error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === 'UNREADABLE')
  )
}

function pause(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Runs `work` unless another tab is running it. */
async function runInOneTab(work: () => Promise<void>): Promise<void> {
  // Pages without TLS have no Web Locks, so each tab renews the session itself.
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('nollie.session', { ifAvailable: true }, async (lock) => {
    if (lock) await work()
  })
}

/**
 * Renews the session and publishes the new expiration time. If the server is unreachable, retries after 200, 400, 800
 * ms, and so on. Meanwhile, the person stays signed in, because only a response from the server can end a session.
 */
export async function renew(session: Renewable): Promise<void> {
  for (let turn = 0; turn < TRIES; turn++) {
    if (turn > 0) await pause(FIRST_PAUSE_MS * 2 ** (turn - 1))
    try {
      await session.refresh()
      session.shareEnd()
      return
    } catch (error) {
      if (!isPassing(error)) return
    }
  }
}

/**
 * Like {@link renew}, but only one tab does it. `isDue` is checked again first, because another tab may have renewed
 * the session in the meantime.
 */
export function renewInOneTab(session: Renewable, isDue: () => boolean): Promise<void> {
  return runInOneTab(async () => {
    if (isDue()) await renew(session)
  })
}
