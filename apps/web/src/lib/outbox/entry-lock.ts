/** Somebody else has it: it is being sent at this moment, or edited in another tab. */
export const LOCKED: unique symbol = Symbol('locked')

const lockOf = (id: string) => `nollie.waiting.${id}`

/**
 * Runs `work` while no other tab sends, edits or discards an entry; {@link LOCKED} if one does. Pages without encryption
 * have no locks.
 */
export const holding = <T>(id: string, work: () => Promise<T>): Promise<T | typeof LOCKED> =>
  'locks' in navigator
    ? navigator.locks.request(lockOf(id), { ifAvailable: true }, (lock) => (lock ? work() : LOCKED))
    : work()

/** Resolves when nobody has an entry any more, also because its tab was closed. */
export const released = async (id: string): Promise<void> => {
  if ('locks' in navigator) await navigator.locks.request(lockOf(id), () => undefined)
}
