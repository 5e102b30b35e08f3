import { session } from '../session.ts'
import { readStored, writeStored } from '../storage.ts'
import type { Waiting } from './entry.ts'

// First screens load this file: what only the outbox needs is in `entries.ts`.

/** Says that something waits, so that the next page reads the store at once; see `app/app.tsx`. */
export const MARK = 'nollie.waiting'

/** What was to wait before the outbox of this page was loaded. */
export type Early = Pick<Waiting, 'id' | 'kind' | 'target' | 'payload' | 'order'>

/** The name under which a person's are stored. */
export const nameOfEarly = (user_id: string): string => `nollie.early.${user_id}`

/** What a person did before the outbox was loaded, in order. */
export const readEarly = (user_id: string): Early[] => (readStored(nameOfEarly(user_id)) ?? []) as Early[]

type State = Pick<Early, 'kind' | 'target' | 'payload'>

const mine = (): string => session.get().user?.user_id ?? ''

/** Removes what was noted of a target: it was sent, or done anew since. Returns the rest. */
export const dropEarly = ({ kind, target }: State): Early[] => {
  const rest = readEarly(mine()).filter((one) => one.kind !== kind || one.target !== target)
  writeStored(nameOfEarly(mine()), rest.length > 0 ? rest : null)
  return rest
}

/** Notes on this device what is to wait, for the outbox once it is loaded; false if nothing can be stored. */
export const noteEarly = ({ kind, target, payload }: State): boolean => {
  const entry = { id: crypto.randomUUID(), kind, target, payload, order: Date.now() }
  const all = [...dropEarly(entry), entry]
  writeStored(nameOfEarly(mine()), all)
  writeStored(MARK, true)
  return readEarly(mine()).length === all.length
}
