import { ApiError } from '../api.ts'
import { session } from '../session.ts'
import { writeStored } from '../storage.ts'
import { type Early, MARK, nameOfEarly, readEarly } from './early-entries.ts'
import { holding, released } from './entry-lock.ts'
import { type Sending, sendingNow, type Waiting, type WaitingFile, waitingList } from './use-outbox.ts'
import { dropEntries, patchEntry, readEntries, readFiles, storeEntry } from './store.ts'

export { DeviceFull } from './device-full.ts'
export { readFiles as filesOf } from './store.ts'

/** What nobody came back for is deleted after this. */
const FORGOTTEN_MS = 30 * 86_400_000

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('nollie.waiting')
type OnChanged = (added?: string) => void
let onChanged: OnChanged = () => undefined

/** Registers what is called when this tab or another changed what waits, with the target of something new in this tab. */
export const whenChanged = (listener: OnChanged): void => {
  onChanged = listener
}

const me = () => session.get().user?.user_id ?? null

const fresh = { state: 'waiting', refusal: null, tried_at: null, tries: 0 } as const

// What was done before this outbox was loaded, unless the same was done anew since.
async function takeEarly(user_id: string, early: readonly Early[]): Promise<void> {
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
  writeStored(nameOfEarly(user_id), rest.length > 0 ? rest : null)
}

/** Reads what waits again, and returns what the person who is signed in has waiting. */
export async function readAgain(): Promise<readonly Waiting[]> {
  const user_id = me()
  const early = user_id === null ? [] : readEarly(user_id)
  // Without room it stays noted.
  if (user_id !== null && early.length > 0) await takeEarly(user_id, early).catch(() => undefined)
  const all = await readEntries()
  const old = all.filter(({ created_at }) => Date.now() - Date.parse(created_at) > FORGOTTEN_MS)
  if (old.length > 0) await dropEntries(old.map(({ id }) => id)).catch(() => undefined)
  const current = all.filter((one) => !old.includes(one))
  writeStored(MARK, current.length > 0 || null)
  const own = current.filter(({ user_id }) => user_id === me())
  waitingList.set(own)
  return own
}

const changed = async (added?: string): Promise<void> => {
  await readAgain()
  channel?.postMessage('changed')
  onChanged(added)
}

/** What a tab publishes to the others. */
type Message = 'changed' | { sending: Sending | null }

/** Shows in every tab what this one sends. */
export const showSending = (sending: Sending | null): void => {
  sendingNow.set(sending)
  channel?.postMessage({ sending } satisfies Message)
}

const showSendingThere = (sending: Sending | null): void => {
  const before = sendingNow.get()
  sendingNow.set(sending)
  // The tab that sends it may be closed before it says that it ended.
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
// Two entries of one millisecond have an order as well.
const nextOrder = (): number => {
  last = Math.max(Date.now(), last + 0.001)
  return last
}

/** Something that is to wait; see {@link wait}. */
export type ToWait<P> = {
  kind: string
  target: string
  payload: P
  /** Its files; a function is asked for them only if it has to wait. */
  files?: readonly WaitingFile[] | (() => Promise<readonly WaitingFile[]>)
  /** Its idempotency key, if it may have been sent under one. */
  id?: string
  /** Whether an earlier try may have reached the server. */
  tried?: boolean
  /** Whether only the last state of a target counts (a like): earlier entries of this kind and target are dropped. */
  isLastState?: boolean
}

/**
 * Puts something into the outbox of the person who is signed in, with its files: it is on this device when the promise
 * resolves, and is sent, once, when the server can be reached.
 *
 * To add a kind: export a {@link WaitingKind} from the front door of the feature, list it in `app/outbox-kinds.ts`, and
 * call `sendOrQueue` of `send-or-queue.ts` where it is sent (first screens `sendOrQueueLazily` of `send-or-queue-lazily.ts`), or `wait`. What
 * waits is read by `useWaiting(kind, target)` of `use-outbox.ts`.
 * @throws DeviceFull when there is no room; nothing is stored then
 * @throws ApiError SESSION_MISSING when nobody is signed in
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
    ...{ id, user_id, kind, target, payload, files: stored.length },
    created_at: new Date().toISOString(),
    order: nextOrder(),
    ...fresh,
    tried_at: tried ? Date.now() : null,
  }
  await storeEntry(entry, stored, replaced)
  await changed(target)
  return entry
}

/** Changes an entry; does nothing if it is not there any more. */
export const changeWaiting = (id: string, next: Partial<Omit<Waiting, 'id'>>): Promise<void> =>
  patchEntry(id, next).then(() => changed())

/** Removes an entry with its files: it was sent, given back or discarded. */
export const dropWaiting = (id: string): Promise<void> => dropEntries([id]).then(() => changed())

/**
 * Does what a person wants with an entry, as it is now, unless a tab sends or edits it at this moment, or it is gone: then
 * it resolves with false.
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

/** Lets a refused entry, or one that may have arrived, be sent again, under a key of its own. */
export async function tryAgain({ id }: Pick<Waiting, 'id'>): Promise<boolean> {
  return ifStillHere(id, async (entry) => {
    // A refused key is bound to what was sent under it; one that is forgotten means nothing to the server.
    const again: Waiting = { ...entry, ...fresh, id: crypto.randomUUID() }
    await storeEntry(again, await readFiles(id), [id])
    await changed()
  })
}

/** Deletes everything of a person from this device; done at the sign-out. */
export async function forgetWaiting(user_id: string): Promise<void> {
  const all = await readEntries()
  await dropEntries(all.filter((one) => one.user_id === user_id).map(({ id }) => id))
  await changed()
}
