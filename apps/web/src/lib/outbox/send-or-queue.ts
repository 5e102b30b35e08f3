import { ApiError } from '../api.ts'
import { serverAnswers } from '../server-answers.ts'
import { waitingOf } from './use-outbox.ts'
import { type ToWait, wait } from './entries.ts'

/** Whether the device says that it has a network, and the server answered the last time (`app/start-worker.ts`). */
export const isReachable = (): boolean => navigator.onLine && !document.documentElement.dataset.behind

/** Whether an error says that the server was not reached, so that the same request may succeed later. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.code === 'UNREADABLE' || error.code === 'IN_PROGRESS' || error.status >= 502)

// Before a request: without a network, or if something of the same target waits already. That must go first, or, where only the
// last state counts, would be sent after this one; the outbox drops it then.
const mustWait = ({ kind, target }: ToWait<unknown>): boolean =>
  !isReachable() || waitingOf(kind, target).some(({ state }) => state === 'waiting')

/**
 * Puts something into the outbox of this device without trying to send it. Resolves with null.
 * @throws DeviceFull
 */
export const queueUnsent = <P>(entry: ToWait<P>): Promise<null> => wait(entry).then(() => null)

/**
 * Sends something now, or puts it into the outbox of this device when the server cannot be reached. Resolves with null
 * if it waits there. What fails although the server answers stays with its form.
 * @throws what `send` throws, and DeviceFull
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
