import { ApiError } from '../api.ts'
import { waitingOf } from './list.ts'
import type { ToWait } from './things.ts'

/** Whether the device says that it has a network, and the server answered the last time (`app/offline.ts`). */
export const isReachable = (): boolean => navigator.onLine && !document.documentElement.dataset.behind

/** Whether an error says that the server was not reached, so that the same request may succeed later. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.code === 'UNREADABLE' || error.code === 'IN_PROGRESS' || error.status >= 502)

// Before a request: without a network, or if something of the same target waits already and must go first.
const mustWait = ({ kind, target, isLastState }: ToWait<unknown>): boolean =>
  !isReachable() || (!isLastState && waitingOf(kind, target).length > 0)

const keep = async <P>(thing: ToWait<P>): Promise<boolean> => {
  const { wait } = await import('./things.ts')
  // Where the device has no room, the form keeps what was typed.
  return wait(thing).then(
    () => true,
    () => false,
  )
}

/**
 * Sends something now, or puts it into the outbox of this device when the server cannot be reached. Resolves with null
 * if it waits there.
 * @throws what `send` throws; `OFFLINE` also where the device has no room
 */
export async function sendOrKeep<T, P>(thing: ToWait<P>, send: () => Promise<T>): Promise<T | null> {
  if (mustWait(thing) && (await keep(thing))) return null
  try {
    return await send()
  } catch (error) {
    if (isUnreachable(error) && (await keep({ ...thing, tried: true }))) return null
    throw error
  }
}
