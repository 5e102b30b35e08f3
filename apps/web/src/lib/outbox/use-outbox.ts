import { useSelector } from '@tanstack/react-store'
import type { Waiting } from './entry.ts'
import { waitingList } from './outbox-state.ts'

export type { Refusal, Waiting, WaitingFile, WaitingState } from './entry.ts'
export { type Sending, sendingNow, waitingList } from './outbox-state.ts'

/** Returns all pending entries; rerenders when they change. */
export function useAllWaiting(): readonly Waiting[] {
  return useSelector(waitingList)
}

function sameAll(a: readonly unknown[], b: readonly unknown[]) {
  return a.length === b.length && a.every((one, index) => one === b[index])
}

/** Returns the pending entries for a kind and optionally a target; rerenders when they change. */
export function useWaiting<P>(kind: string, target?: string): readonly Waiting<P>[] {
  return useSelector(waitingList, (all) => readWaiting<P>(kind, target, all), { compare: sameAll })
}

/** Like {@link useWaiting}, but without rerendering. */
export function readWaiting<P>(
  kind: string,
  target?: string,
  all: readonly Waiting[] = waitingList.get(),
): readonly Waiting<P>[] {
  return all.filter(
    (one) => one.kind === kind && (target === undefined || one.target === target),
  ) as Waiting<P>[]
}
