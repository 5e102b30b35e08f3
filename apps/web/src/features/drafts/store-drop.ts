import { changeWaiting, DeviceFull, wait } from '../../lib/outbox/entries.ts'
import type { WaitingFile } from '../../lib/outbox/use-outbox.ts'
import { type GoodFile, toWaitingFile } from '../media/index.ts'
import type { LocationRecord } from '../places/index.ts'
import { type DropPosition, dropPosition, FIND_MS } from './drop-position.ts'
import { DRAFT, sendDrop, type WaitingDraft } from './outbox-drafts.ts'

/** How long (ms) other tabs must wait before sending a quick drop, so that its page can find the position. */
const HOLD_MS = FIND_MS + 10_000

/** The files in a quick drop, the device's position, and a callback for when the files are stored. */
export type Drop = { files: readonly GoodFile[]; here: Promise<LocationRecord | null>; onStored: () => void }

// Used if the device can't store anything: the drop is sent directly, without retries.
async function sendDirectly(files: WaitingFile[], draft: Omit<WaitingDraft, 'until'>) {
  const tools = {
    files: () => Promise.resolve(files),
    noteUpload: async (index: number, next: Partial<WaitingFile>) => {
      Object.assign(files[index] ?? {}, next)
    },
    onProgress: () => undefined,
  }
  await sendDrop({ ...draft, until: 0 }, crypto.randomUUID(), tools)
}

/**
 * Stores files on this device immediately, calls `onStored`, and then finds their position. The outbox sends both.
 * Resolves to the position, or null if it's unknown.
 * @throws errors from `sendDrop` if the device is full
 */
export async function storeDrop({ files, here, onStored }: Drop): Promise<DropPosition | null> {
  const taken_at = new Date().toISOString()
  const chosen = files.map((file) => file.chosen)
  const waiting: WaitingFile[] = []
  // Processes one file at a time, because decoding several large photos in parallel overloads phones.
  for (const file of files) waiting.push(await toWaitingFile(file))
  const id = crypto.randomUUID()
  const payload = { taken_at, position: null, until: Date.now() + HOLD_MS }
  try {
    await wait({ kind: DRAFT, target: id, id, payload, files: waiting })
  } catch (error) {
    if (!(error instanceof DeviceFull)) throw error
    const position = await dropPosition(chosen, here)
    await sendDirectly(waiting, { taken_at, position })
    onStored()
    return position
  }
  onStored()
  const position = await dropPosition(chosen, here)
  await changeWaiting(id, { payload: { taken_at, position, until: 0 } })
  return position
}

/** The content of an unfinished spot form. `note` has at most `LIMITS.draft_note_max` characters. */
export type Unfinished = { files: WaitingFile[]; position: DropPosition | null; note: string }

/**
 * Stores an unfinished spot on this device as a draft, which the outbox sends to the account.
 * @throws errors from `sendDrop` if the device is full
 */
export async function storeUnfinished({ files, position, note }: Unfinished): Promise<void> {
  const draft = { taken_at: new Date().toISOString(), position, note }
  const id = crypto.randomUUID()
  try {
    await wait({ kind: DRAFT, target: id, id, payload: { ...draft, until: 0 }, files })
  } catch (error) {
    if (!(error instanceof DeviceFull)) throw error
    await sendDirectly(files, draft)
  }
}
