import { ApiError } from './api.ts'

/** What is renewed: the session store. */
type Renewable = {
  refresh: () => Promise<unknown>
  /** Publishes the new end of the session to the other tabs. */
  shareEnd: () => void
}

const FIRST_PAUSE_MS = 200
/** The last pause is 12.8 s; then the next look at the session's end tries again. */
const TRIES = 8

const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === 'UNREADABLE')

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs `work` unless another tab does. */
const unlessElsewhere = async (work: () => Promise<void>): Promise<void> => {
  // Pages without encryption have no locks; there, each tab renews for itself.
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('nollie.session', { ifAvailable: true }, async (lock) => {
    if (lock) await work()
  })
}

/**
 * Renews the session, and publishes its new end. While the server cannot be reached, it tries again after 200, 400,
 * 800 ms ..., and the person stays signed in: only a response of the server ends a session.
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

/** As {@link renew}, in one tab for all; `isDue` because another tab may just have done it. */
export const renewInOneTab = (session: Renewable, isDue: () => boolean): Promise<void> =>
  unlessElsewhere(async () => {
    if (isDue()) await renew(session)
  })
