import { ApiError } from './api.ts'

/** The part of the session store that is needed here. */
type Renewable = {
  refresh: () => Promise<unknown>
  /** Publishes the new end of the session to the other tabs. */
  shareEnd: () => void
}

const FIRST_PAUSE_MS = 200
/** The last pause is 12.8 s; after that, the next periodic check tries again. */
const TRIES = 8

const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === 'UNREADABLE')

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs `work` unless another tab does. */
const unlessElsewhere = async (work: () => Promise<void>): Promise<void> => {
  // Pages without TLS have no locks; there, each tab renews on its own.
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('nollie.session', { ifAvailable: true }, async (lock) => {
    if (lock) await work()
  })
}

/**
 * Renews the session and publishes its new end. If the server can't be reached, it retries after 200, 400, 800 ms ...,
 * and the person stays signed in: only a response from the server ends a session.
 */
export const renew = async (session: Renewable): Promise<void> => {
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
 * Like {@link renew}, but in one tab for all. `isDue` is checked again, because another tab may just have renewed it.
 */
export const renewInOneTab = (session: Renewable, isDue: () => boolean): Promise<void> =>
  unlessElsewhere(async () => {
    if (isDue()) await renew(session)
  })
