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

/** Notes on this device what is to wait, for the outbox once it is loaded; false if nothing can be stored. */
export const noteEarly = ({ kind, target, payload }: Pick<Early, 'kind' | 'target' | 'payload'>): boolean => {
  const user_id = session.get().user?.user_id ?? ''
  const all = [...readEarly(user_id), { id: crypto.randomUUID(), kind, target, payload, order: Date.now() }]
  writeStored(nameOfEarly(user_id), all)
  writeStored(MARK, true)
  return readEarly(user_id).length === all.length
}
