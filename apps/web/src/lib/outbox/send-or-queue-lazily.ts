import { ApiError } from '../api.ts'
import { serverAnswers } from '../server-answers.ts'
import { dropEarly, noteEarly } from './early-entries.ts'
import type { ToWait } from './entries.ts'

type SendOrQueue = typeof import('./send-or-queue.ts')['sendOrQueue']

let sendOrQueue: SendOrQueue | null = null

/** Registers `sendOrQueue` of `send-or-queue.ts` once it is loaded; see `app/start-outbox.tsx`. */
export const setSendOrQueue = (loaded: SendOrQueue): void => {
  sendOrQueue = loaded
}

/**
 * `sendOrQueue` for first screens, which don't load it. For idempotent states only (likes, follows). Before it is
 * loaded, requests are sent directly; failed ones are stored as early entries, because loading may fail offline.
 */
export const sendOrQueueLazily = async <T, P>(
  entry: ToWait<P> & { isLastState: true },
  send: () => Promise<T>,
): Promise<T | null> => {
  if (sendOrQueue) return sendOrQueue(entry, send)
  return send().then(
    (answer) => {
      dropEarly(entry)
      return answer
    },
    async (error: unknown) => {
      const isUnreached = error instanceof ApiError && (error.status === 0 || error.status >= 502)
      if (!isUnreached || (await serverAnswers()) || !noteEarly(entry)) throw error
      return null
    },
  )
}
