import type { Waiting } from './use-outbox.ts'

/** Stands for all targets. */
const ALL = '*'

export function isWaiting({ state }: Waiting): boolean {
  return state === 'waiting'
}

/** Sorts entries for sending: those without files first, but never ahead of an earlier entry for their target. */
export function inTurn(entries: readonly Waiting[]): Waiting[] {
  const withFiles = new Set(entries.filter(({ files }) => files > 0).map(({ target }) => target))
  return [
    ...entries.filter(({ target }) => !withFiles.has(target)),
    ...entries.filter(({ target }) => withFiles.has(target)),
  ]
}

/** The earliest times for the next attempts, by target. */
export type SendingTimes = ReturnType<typeof makeSendingTimes>

/** Creates the times at which entries may be sent, all of them now. */
export function makeSendingTimes() {
  const notBefore = new Map<string, number>()
  const getTime = ({ target }: Waiting) => Math.max(notBefore.get(target) ?? 0, notBefore.get(ALL) ?? 0)

  return {
    /** Delays a target's entries by a number of ms, which may be infinite. */
    delay: (target: string, ms: number) => void notBefore.set(target, Date.now() + ms),
    /** Delays all entries. */
    delayAll: (ms: number) => void notBefore.set(ALL, Date.now() + ms),
    /** Lets a target's entries be sent now. */
    allow: (target: string) => void notBefore.delete(target),
    allowAll: () => notBefore.clear(),

    /** Returns the next entry to send. Only each target's first entry qualifies. */
    findNext(entries: readonly Waiting[]): Waiting | undefined {
      const first = new Map<string, Waiting>()
      for (const entry of entries)
        if (isWaiting(entry) && !first.has(entry.target)) first.set(entry.target, entry)
      return inTurn([...first.values()]).find((entry) => getTime(entry) <= Date.now())
    },

    /** Returns when the next of these entries may be sent (ms); infinite if that is never. */
    findEarliest: (entries: readonly Waiting[]): number =>
      Math.min(...entries.filter(isWaiting).map(getTime)),
  }
}
