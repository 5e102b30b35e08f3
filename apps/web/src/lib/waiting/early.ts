import { session } from '../session.ts'
import { readStored, writeStored } from '../storage.ts'
import type { Waiting } from './entry.ts'

/** Says that something waits, so that the next page reads the store at once; see `app/app.tsx`. */
export const MARK = 'nollie.waiting'

/** What was to wait before the outbox of this page was loaded: of each target the last state. */
export type Early = Pick<Waiting, 'id' | 'kind' | 'target' | 'payload' | 'order'>

const nameOf = (user_id: string) => `nollie.early.${user_id}`
const sameTarget = (a: Early, b: Early) => a.kind === b.kind && a.target === b.target

/** What a person did before the outbox was loaded, in order. */
export const readEarly = (user_id: string): Early[] => {
  const stored = readStored(nameOf(user_id))
  return Array.isArray(stored) ? (stored as Early[]) : []
}

/** Forgets those of a person that the outbox has now. */
export const dropEarly = (user_id: string, ids: readonly string[]): void => {
  const rest = readEarly(user_id).filter(({ id }) => !ids.includes(id))
  writeStored(nameOf(user_id), rest.length > 0 ? rest : null)
}

/** Notes on this device what is to wait, for the outbox once it is loaded; false if nothing can be stored. */
export const noteEarly = ({ kind, target, payload }: Pick<Early, 'kind' | 'target' | 'payload'>): boolean => {
  const user_id = session.get().user?.user_id
  if (user_id === undefined) return false
  const entry = { id: crypto.randomUUID(), kind, target, payload, order: Date.now() }
  writeStored(nameOf(user_id), [...readEarly(user_id).filter((one) => !sameTarget(one, entry)), entry])
  writeStored(MARK, true)
  return readEarly(user_id).some(({ id }) => id === entry.id)
}
