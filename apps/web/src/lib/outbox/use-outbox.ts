import { useSelector } from '@tanstack/react-store'
import type { Waiting } from './entry.ts'
import { waitingList } from './outbox-state.ts'

export type { Refusal, Waiting, WaitingFile, WaitingState } from './entry.ts'
export { type Sending, sendingNow, waitingList } from './outbox-state.ts'

/** All pending entries; rerenders when they change. */
export const useAllWaiting = (): readonly Waiting[] => useSelector(waitingList)

const sameAll = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((one, index) => one === b[index])

/** The pending entries of a kind, and of a target if given; rerenders when they change. */
export const useWaiting = <P>(kind: string, target?: string): readonly Waiting<P>[] =>
  useSelector(waitingList, (all) => readWaiting<P>(kind, target, all), { compare: sameAll })

/** Like {@link useWaiting}, but read once. */
export const readWaiting = <P>(
  kind: string,
  target?: string,
  all: readonly Waiting[] = waitingList.get(),
): readonly Waiting<P>[] =>
  all.filter((one) => one.kind === kind && (target === undefined || one.target === target)) as Waiting<P>[]
