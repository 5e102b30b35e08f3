import { ApiError } from '../api.ts'
import { session } from '../session.ts'
import { writeStored } from '../storage.ts'
import { type Early, MARK, buildEarlyKey, readEarly } from './early-entries.ts'
import { holding, released } from './entry-lock.ts'
import { type Sending, sendingNow, type Waiting, type WaitingFile, waitingList } from './use-outbox.ts'
import { dropEntries, patchEntry, readEntries, readFiles, storeEntry } from './store.ts'

export { DeviceFull } from './device-full.ts'
export { readFiles } from './store.ts'

/** How long (ms) to store entries for people who never return. */
const FORGOTTEN_MS = 30 * 86_400_000

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('nollie.waiting')
type OnChanged = (added?: string) => void
let onChanged: OnChanged = () => undefined

/** Sets the listener for changes in any tab. The listener receives the target if the entry was added in this tab. */
export function whenChanged(listener: OnChanged): void {
  onChanged = listener
}

function me() {
  return session.get().user?.user_id ?? null
}

const fresh = { state: 'waiting', refusal: null, tried_at: null, tries: 0 } as const

// Moves early entries into the outbox, except those replaced by a newer entry.
async function importEarly(user_id: string, early: readonly Early[]): Promise<void> {
  for (const { id, kind, target, payload, order } of early) {
    const before = (await readEntries()).filter(
      (one) => one.user_id === user_id && one.kind === kind && one.target === target && one.id !== id,
    )
    if (before.some((one) => one.order > order)) continue
    const known = { id, user_id, kind, target, payload, order, created_at: new Date(order).toISOString() }
    const replaced = before.map((one) => one.id)
    await storeEntry({ ...fresh, ...known, files: 0, tried_at: order }, [], replaced)
  }
  const rest = readEarly(user_id).filter(({ id }) => early.every((one) => one.id !== id))
  writeStored(buildEarlyKey(user_id), rest.length > 0 ? rest : null)
}

/** Reads the outbox from storage, and returns the signed-in person's entries. */
export async function readAgain(): Promise<readonly Waiting[]> {
  const user_id = me()
  const early = user_id === null ? [] : readEarly(user_id)
  // If the device is full, early entries stay where they are.
  if (user_id !== null && early.length > 0) await importEarly(user_id, early).catch(() => undefined)
  const all = await readEntries()
  const old = all.filter(({ created_at }) => Date.now() - Date.parse(created_at) > FORGOTTEN_MS)
  if (old.length > 0) await dropEntries(old.map(({ id }) => id)).catch(() => undefined)
  const current = all.filter((one) => !old.includes(one))
  writeStored(MARK, current.length > 0 || null)
  const own = current.filter(({ user_id }) => user_id === me())
  waitingList.set(own)
  return own
}

async function changed(added?: string): Promise<void> {
  await readAgain()
  channel?.postMessage('changed')
  onChanged(added)
}

/** A message from one tab to the others. */
type Message = 'changed' | { sending: Sending | null }

/** Shows in every tab which entry this tab is sending. */
export function showSending(sending: Sending | null): void {
  sendingNow.set(sending)
  channel?.postMessage({ sending } satisfies Message)
}

function showSendingThere(sending: Sending | null): void {
  const before = sendingNow.get()
  sendingNow.set(sending)
  // The sending tab may close before it reports that it's done.
  if (sending && sending.id !== before?.id)
    void released(sending.id).then(() => {
      if (sendingNow.get()?.id === sending.id) sendingNow.set(null)
    })
}

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data === 'changed') void readAgain().then(() => onChanged())
  else showSendingThere(data.sending)
})

let last = 0
// Returns increasing values, even for entries created in the same millisecond.
function nextOrder(): number {
  last = Math.max(Date.now(), last + 0.001)
  return last
}

/** A new outbox entry; see {@link wait}. */
export type ToWait<P> = {
  kind: string
  target: string
  payload: P
  /** The entry's files. If it's a function, it is called only when the entry has to be stored. */
  files?: readonly WaitingFile[] | (() => Promise<readonly WaitingFile[]>)
  /** The idempotency key of an earlier attempt to send this entry, if any. */
  id?: string
  /** Whether an earlier attempt may have reached the server. */
  tried?: boolean
  /**
   * Whether only the latest state matters (e.g. a like), so this entry replaces earlier entries of its kind and target.
   */
  isLastState?: boolean
}

/**
 * Adds an entry with its files to the signed-in person's outbox. The entry is stored on this device when the promise
 * resolves, and sent once the server can be reached. To add a kind: export a {@link WaitingKind} from the feature's
 * index, and list it in `app/outbox-kinds.ts`. Send it with `wait` or with `sendOrQueue` from `send-or-queue.ts` (on
 * first screens, `sendOrQueueLazily` from `send-or-queue-lazily.ts`). Screens read pending entries with
 * `useWaiting(kind, target)` from `use-outbox.ts`.
 * @throws DeviceFull if the device is full, in which case nothing is stored
 * @throws ApiError SESSION_MISSING if no one is signed in
 */
export async function wait<P>({
  kind,
  target,
  payload,
  id = crypto.randomUUID(),
  tried = false,
  isLastState = false,
  files,
}: ToWait<P>): Promise<Waiting<P>> {
  const user_id = me()
  if (user_id === null) throw new ApiError({ status: 401, code: 'SESSION_MISSING', detail: '' })
  const stored = typeof files === 'function' ? await files() : (files ?? [])
  const replaced = isLastState
    ? (await readEntries())
        .filter((one) => one.user_id === user_id && one.kind === kind && one.target === target)
        .map((one) => one.id)
    : []
  const entry: Waiting<P> = {
    id,
    user_id,
    kind,
    target,
    payload,
    files: stored.length,
    created_at: new Date().toISOString(),
    order: nextOrder(),
    ...fresh,
    tried_at: tried ? Date.now() : null,
  }
  await storeEntry(entry, stored, replaced)
  await changed(target)
  return entry
}

/** Changes an entry; does nothing if it no longer exists. */
export function changeWaiting(id: string, next: Partial<Omit<Waiting, 'id'>>): Promise<void> {
  return patchEntry(id, next).then(() => changed())
}

/** Removes an entry and its files after the entry has been sent, returned to its form, or discarded. */
export function dropWaiting(id: string): Promise<void> {
  return dropEntries([id]).then(() => changed())
}

/**
 * Runs `work` with the current entry. Resolves to false if the entry was deleted, or if a tab is sending or editing it.
 */
export async function ifStillHere(id: string, work: (entry: Waiting) => Promise<void>): Promise<boolean> {
  const done = await holding(id, async () => {
    const entry = (await readEntries()).find((one) => one.id === id)
    if (entry) await work(entry)
    return entry !== undefined
  })
  if (done !== true) await readAgain()
  return done === true
}

/** Retries an entry that was refused or may have been delivered, with a new key. */
export async function tryAgain({ id }: Pick<Waiting, 'id'>): Promise<boolean> {
  return ifStillHere(id, async (entry) => {
    // The old key belongs to the content that was refused, or the server no longer remembers it.
    const again: Waiting = { ...entry, ...fresh, id: crypto.randomUUID() }
    await storeEntry(again, await readFiles(id), [id])
    await changed()
  })
}

/** Deletes all of a person's entries from this device. Called when they sign out. */
export async function forgetWaiting(user_id: string): Promise<void> {
  const all = await readEntries()
  await dropEntries(all.filter((one) => one.user_id === user_id).map(({ id }) => id))
  await changed()
}
