/** Returned if the entry is locked because it's being sent, or edited in another tab. */
export const LOCKED: unique symbol = Symbol('locked')

function buildLockName(id: string) {
  return `nollie.waiting.${id}`
}

/**
 * Runs `work` while no other tab can send, edit, or discard the entry; {@link LOCKED} if another tab has the lock.
 * Pages without TLS have no locks.
 */
export function holding<T>(id: string, work: () => Promise<T>): Promise<T | typeof LOCKED> {
  return 'locks' in navigator
    ? navigator.locks.request(buildLockName(id), { ifAvailable: true }, (lock) => (lock ? work() : LOCKED))
    : work()
}

/** Resolves when the entry's lock is released, for example because its tab was closed. */
export async function released(id: string): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(buildLockName(id), () => undefined)
}
