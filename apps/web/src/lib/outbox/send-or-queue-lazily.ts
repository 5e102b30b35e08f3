import { ApiError } from '../api.ts'
import { serverAnswers } from '../server-answers.ts'
import { dropEarly, noteEarly } from './early-entries.ts'
import type { ToWait } from './entries.ts'

type SendOrQueue = typeof import('./send-or-queue.ts')['sendOrQueue']

let sendOrQueue: SendOrQueue | null = null

/** Sets `sendOrQueue` from `send-or-queue.ts` once it's loaded; see `app/start-outbox.tsx`. */
export function setSendOrQueue(loaded: SendOrQueue): void {
  sendOrQueue = loaded
}

/**
 * Replaces `sendOrQueue` on first screens, which don't load it. Only for idempotent states (likes, follows). Until
 * `sendOrQueue` is loaded, sends directly. If that fails, stores an early entry, because loading may fail offline.
 */
export async function sendOrQueueLazily<T, P>(
  entry: ToWait<P> & { isLastState: true },
  send: () => Promise<T>,
): Promise<T | null> {
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
