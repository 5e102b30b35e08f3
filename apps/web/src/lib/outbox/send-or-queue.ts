import { ApiError } from '../api.ts'
import { serverAnswers } from '../server-answers.ts'
import { readWaiting } from './use-outbox.ts'
import { type ToWait, wait } from './entries.ts'

/** Whether the device reports a network and the last request reached the server (`app/start-worker.ts`). */
export function isReachable(): boolean {
  return navigator.onLine && !document.documentElement.dataset.behind
}

/** Whether the error means that the server wasn't reached, so the same request may succeed later. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.status === 0 || error.code === 'UNREADABLE' || error.code === 'IN_PROGRESS' || error.status >= 502)
  )
}

// Queue without trying if we're offline or the target has a pending entry, which must be sent first. If only the latest
// state matters, the outbox removes the pending entry, because it would overwrite this entry.
function mustWait({ kind, target }: ToWait<unknown>): boolean {
  return !isReachable() || readWaiting(kind, target).some(({ state }) => state === 'waiting')
}

/**
 * Adds an entry to the outbox without trying to send it. Resolves to null.
 * @throws DeviceFull
 */
export function queueUnsent<P>(entry: ToWait<P>): Promise<null> {
  return wait(entry).then(() => null)
}

/**
 * Sends now, or adds an entry to the outbox if the server can't be reached. Resolves to null if the entry was queued.
 * If the server responds with an error, the content stays in its form.
 * @throws whatever `send` throws, and DeviceFull
 */
export async function sendOrQueue<T, P>(entry: ToWait<P>, send: () => Promise<T>): Promise<T | null> {
  if (mustWait(entry)) return queueUnsent(entry)
  try {
    return await send()
  } catch (error) {
    if (!isUnreachable(error) || (await serverAnswers())) throw error
    return queueUnsent({ ...entry, tried: true })
  }
}
