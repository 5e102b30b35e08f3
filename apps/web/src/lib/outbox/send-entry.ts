import { changeWaiting, dropWaiting, showSending } from './entries.ts'
import { holding, LOCKED } from './entry-lock.ts'
import { type AnyKind, findKind, type SendTools } from './kinds.ts'
import { toOutcome } from './retry.ts'
import type { SendingTimes } from './sending-times.ts'
import { patchEntry, patchWaitingFile, readEntries, readFiles } from './store.ts'
import type { Waiting } from './use-outbox.ts'

/**
 * Maximum age (ms) for automatically resending an entry that may have been delivered. The server remembers keys for
 * 24 hours.
 */
const TRUSTED_MS = 20 * 3_600_000
/** Delay (ms) before checking again whether the server responds, or whether a kind's code can be loaded. */
export const PAUSE_MS = 30_000
/** Delay (ms) before retrying an entry that is being edited. */
const LOCKED_MS = 1_000

/** Whether an entry may have been sent so long ago that the server no longer remembers its key. */
export function isUnsure(entry: Pick<Waiting, 'tried_at'>, kind: AnyKind, now: number): boolean {
  return !kind.isRepeatable && entry.tried_at !== null && now - entry.tried_at > TRUSTED_MS
}

function createTools(entry: Waiting): SendTools {
  return {
    files: () => readFiles(entry.id),
    noteUpload: (index, next) => patchWaitingFile(entry.id, index, next),
    onProgress: (progress) => showSending({ id: entry.id, progress }),
  }
}

/** What a sender of entries needs to know, and whom it notifies. */
export type EntryPorts = {
  times: SendingTimes
  /** Called when an entry was refused and the person has to decide. */
  onRefused: (entry: Waiting) => void
  /** Called when an entry was sent that only the outbox confirms on screen. */
  onSent: () => void
}

// Stores the outcome of a failed attempt. Returns false if nothing else can be sent now.
async function storeFailure(entry: Waiting, kind: AnyKind, error: unknown, ports: EntryPorts) {
  const outcome = toOutcome(error, entry.tries)
  if (outcome.next === 'refused') {
    const { refusal } = outcome
    await changeWaiting(entry.id, { state: 'refused', refusal })
    kind.refused?.(entry, refusal.code)
    ports.onRefused(entry)
    return true
  }
  if (outcome.all) ports.times.delayAll(outcome.wait)
  else ports.times.delay(entry.target, outcome.wait)
  const tried_at = entry.tried_at ?? (outcome.mayHaveArrived ? Date.now() : null)
  await changeWaiting(entry.id, { tries: entry.tries + 1, tried_at })
  return !outcome.all
}

async function sendLocked(entry: Waiting, ports: EntryPorts): Promise<boolean> {
  const kind = await findKind(entry).catch(() => undefined)
  if (!kind) {
    // This version doesn't know the kind, or its code couldn't be loaded. Continue with the other entries.
    ports.times.delay(entry.target, kind === null ? Number.POSITIVE_INFINITY : PAUSE_MS)
    return true
  }
  if (isUnsure(entry, kind, Date.now())) {
    await changeWaiting(entry.id, { state: 'unsure' })
    return true
  }
  showSending({ id: entry.id, progress: null })
  try {
    // Store this before the request, because the page may be closed before the response arrives.
    if (entry.tried_at === null) await patchEntry(entry.id, { tried_at: Date.now() })
    await kind.send(entry, createTools(entry))
    if (!kind.isQuiet) ports.onSent()
    await dropWaiting(entry.id)
    return true
  } catch (error) {
    return await storeFailure(entry, kind, error, ports)
  } finally {
    showSending(null)
  }
}

/** Sends one entry, unless a tab is editing it. Resolves to false if nothing else can be sent now. */
export async function sendEntry(listed: Waiting, ports: EntryPorts): Promise<boolean> {
  const canContinue = await holding(listed.id, async () => {
    const entry = (await readEntries()).find(({ id }) => id === listed.id)
    return entry ? sendLocked(entry, ports) : true
  })
  if (canContinue !== LOCKED) return canContinue
  ports.times.delay(listed.target, LOCKED_MS)
  return true
}
