import { changeWaiting, DeviceFull, wait } from '../../lib/outbox/entries.ts'
import type { WaitingFile } from '../../lib/outbox/use-outbox.ts'
import { type GoodFile, toWaitingFile } from '../media/index.ts'
import type { LocationRecord } from '../places/index.ts'
import { type DropPosition, dropPosition, FIND_MS } from './drop-position.ts'
import { DRAFT, sendDrop } from './outbox-drafts.ts'

/** How long (ms) other tabs leave a quick drop alone while its page finds the position. */
const HOLD_MS = FIND_MS + 10_000

/** The content of a quick drop. */
export type Drop = { files: readonly GoodFile[]; here: Promise<LocationRecord | null>; onStored: () => void }

// If the device can't store anything, the drop is sent directly or not at all.
const sendAtOnce = async (files: WaitingFile[], taken_at: string, position: DropPosition | null) => {
  const tools = {
    files: () => Promise.resolve(files),
    noteUpload: async (index: number, next: Partial<WaitingFile>) => {
      Object.assign(files[index] ?? {}, next)
    },
    onProgress: () => undefined,
  }
  await sendDrop({ taken_at, position, until: 0 }, crypto.randomUUID(), tools)
}

/**
 * Stores files on this device immediately (`onStored`), then finds their position, with which the outbox sends them.
 * Returns the position; null if there is none.
 * @throws what `sendDrop` throws if the device is full
 */
export async function storeDrop({ files, here, onStored }: Drop): Promise<DropPosition | null> {
  const taken_at = new Date().toISOString()
  const chosen = files.map((file) => file.chosen)
  const waiting: WaitingFile[] = []
  // One by one, because decoding several large photos at the same time overloads phones.
  for (const file of files) waiting.push(await toWaitingFile(file))
  const id = crypto.randomUUID()
  const payload = { taken_at, position: null, until: Date.now() + HOLD_MS }
  try {
    await wait({ kind: DRAFT, target: id, id, payload, files: waiting })
  } catch (error) {
    if (!(error instanceof DeviceFull)) throw error
    const position = await dropPosition(chosen, here)
    await sendAtOnce(waiting, taken_at, position)
    onStored()
    return position
  }
  onStored()
  const position = await dropPosition(chosen, here)
  await changeWaiting(id, { payload: { taken_at, position, until: 0 } })
  return position
}
