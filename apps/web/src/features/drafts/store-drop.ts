import { changeWaiting, DeviceFull, wait } from '../../lib/outbox/entries.ts'
import type { WaitingFile } from '../../lib/outbox/use-outbox.ts'
import { type GoodFile, toWaitingFile } from '../media/index.ts'
import type { LocationRecord } from '../places/index.ts'
import { type DropPosition, dropPosition, FIND_MS } from './drop-position.ts'
import { DRAFT, sendDrop } from './outbox-drafts.ts'

/** For how long (ms) others leave a drop alone whose page finds the position, or was closed. */
const HOLD_MS = FIND_MS + 10_000

/** What a drop is made of. */
export type Drop = { files: readonly GoodFile[]; here: Promise<LocationRecord | null>; onStored: () => void }

// Where the device stores nothing, the drop goes to the server at once, or not at all.
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
 * Stores files on this device at once (`onStored`), then finds their position, with which the outbox sends them to the account.
 * Returns the position; null if there is none.
 * @throws what `sendDrop` throws where the device has no room
 */
export async function storeDrop({ files, here, onStored }: Drop): Promise<DropPosition | null> {
  const taken_at = new Date().toISOString()
  const chosen = files.map((file) => file.chosen)
  const waiting: WaitingFile[] = []
  // One after another: several large photos decoded at once are too much for a phone.
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
