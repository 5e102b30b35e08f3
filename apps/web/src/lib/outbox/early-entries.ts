import { session } from '../session.ts'
import { readStored, writeStored } from '../storage.ts'
import type { Waiting } from './entry.ts'

// Loaded on the first screen. Code that only the outbox needs belongs in `entries.ts`.

/** Storage key that marks pending entries, so that the next page loads the outbox immediately; see `app/app.tsx`. */
export const MARK = 'nollie.waiting'

/** An entry created before this page's outbox was loaded. */
export type Early = Pick<Waiting, 'id' | 'kind' | 'target' | 'payload' | 'order'>

/** Returns the storage key for a person's early entries. */
export function buildEarlyKey(user_id: string): string {
  return `nollie.early.${user_id}`
}

/** Returns a person's early entries, in order. */
export function readEarly(user_id: string): Early[] {
  return (readStored(buildEarlyKey(user_id)) ?? []) as Early[]
}

type State = Pick<Early, 'kind' | 'target' | 'payload'>

function mine(): string {
  return session.get().user?.user_id ?? ''
}

/** Removes a target's early entry after it has been sent or replaced. Returns the remaining entries. */
export function dropEarly({ kind, target }: State): Early[] {
  const rest = readEarly(mine()).filter((one) => one.kind !== kind || one.target !== target)
  writeStored(buildEarlyKey(mine()), rest.length > 0 ? rest : null)
  return rest
}

/** Stores an early entry until the outbox is loaded. Returns false if storage is unavailable. */
export function noteEarly({ kind, target, payload }: State): boolean {
  const entry = { id: crypto.randomUUID(), kind, target, payload, order: Date.now() }
  const all = [...dropEarly(entry), entry]
  writeStored(buildEarlyKey(mine()), all)
  writeStored(MARK, true)
  return readEarly(mine()).length === all.length
}
