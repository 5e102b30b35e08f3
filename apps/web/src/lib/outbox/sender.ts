import { serverAnswers } from '../server-answers.ts'
import { session } from '../session.ts'
import { isReachable } from './send-or-queue.ts'
import { type AnyKind, findKind, type SendTools } from './kinds.ts'
import { LOCKED, holding } from './entry-lock.ts'
import { type Waiting, waitingList } from './use-outbox.ts'
import { toOutcome } from './retry.ts'
import { patchEntry, patchWaitingFile, readEntries, readFiles } from './store.ts'
import { changeWaiting, dropWaiting, readAgain, showSending, whenChanged } from './entries.ts'

/**
 * Maximum age (ms) for automatically resending an entry that may have been delivered. The server remembers keys for
 * 24 hours.
 */
const TRUSTED_MS = 20 * 3_600_000
/** Delay (ms) before checking again whether the server responds. */
const PAUSE_MS = 30_000
/** Delay (ms) before retrying an entry that is being edited. */
const LOCKED_MS = 1_000

/** The sender's callbacks. */
export type SenderPorts = {
  /** Called when an entry was refused and the person has to decide. */
  onRefused: (entry: Waiting) => void
  /** Called after the last pending entry has been sent; `count` is the number sent since the last call. */
  onEmptied: (count: number) => void
}

/** Whether an entry may have been sent so long ago that the server no longer remembers its key. */
export function isUnsure(entry: Pick<Waiting, 'tried_at'>, kind: AnyKind, now: number): boolean {
  return !kind.isRepeatable && entry.tried_at !== null && now - entry.tried_at > TRUSTED_MS
}

/** Sorts entries for sending: those without files first, but never ahead of an earlier entry for their target. */
export function inTurn(entries: readonly Waiting[]): Waiting[] {
  const withFiles = new Set(entries.filter(({ files }) => files > 0).map(({ target }) => target))
  return [
    ...entries.filter(({ target }) => !withFiles.has(target)),
    ...entries.filter(({ target }) => withFiles.has(target)),
  ]
}

// Only one tab sends entries; another takes over when that tab is closed. Pages without TLS have no locks.
async function alone(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('nollie.waiting', work)
  else await work()
}

function createTools(entry: Waiting): SendTools {
  return {
    files: () => readFiles(entry.id),
    noteUpload: (index, next) => patchWaitingFile(entry.id, index, next),
    onProgress: (progress) => showSending({ id: entry.id, progress }),
  }
}

/** Sends pending entries one by one, with retries; see `docs/decisions/0093-outbox.md`. */
export function startSending({ onRefused, onEmptied }: SenderPorts): { send: () => void } {
  /** The earliest time (ms) for the next attempt, by target; `*` means all targets. */
  const notBefore = new Map<string, number>()
  let sent = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let again = false

  const isDue = ({ target }: Waiting) =>
    Math.max(notBefore.get(target) ?? 0, notBefore.get('*') ?? 0) <= Date.now()

  /** Sends one entry, unless a tab is editing it. Returns false if nothing else can be sent now. */
  const sendOne = async (listed: Waiting): Promise<boolean> => {
    const canContinue = await holding(listed.id, async () => {
      const entry = (await readEntries()).find(({ id }) => id === listed.id)
      return entry ? sendLocked(entry) : true
    })
    if (canContinue !== LOCKED) return canContinue
    notBefore.set(listed.target, Date.now() + LOCKED_MS)
    return true
  }

  const sendLocked = async (entry: Waiting): Promise<boolean> => {
    const kind = await findKind(entry).catch(() => undefined)
    if (!kind) {
      // This version doesn't know the kind, or its code couldn't be loaded. Continue with the other entries.
      notBefore.set(entry.target, kind === null ? Number.POSITIVE_INFINITY : Date.now() + PAUSE_MS)
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
      if (!kind.isQuiet) sent += 1
      await dropWaiting(entry.id)
      return true
    } catch (error) {
      return await failed(entry, kind, error)
    } finally {
      showSending(null)
    }
  }

  const failed = async (entry: Waiting, kind: AnyKind, error: unknown): Promise<boolean> => {
    const outcome = toOutcome(error, entry.tries)
    if (outcome.next === 'refused') {
      const { refusal } = outcome
      await changeWaiting(entry.id, { state: 'refused', refusal })
      kind.refused?.(entry, refusal.code)
      onRefused(entry)
      return true
    }
    notBefore.set(outcome.all ? '*' : entry.target, Date.now() + outcome.wait)
    const tried_at = entry.tried_at ?? (outcome.mayHaveArrived ? Date.now() : null)
    await changeWaiting(entry.id, { tries: entry.tries + 1, tried_at })
    return !outcome.all
  }

  const isWaiting = ({ state }: Waiting) => state === 'waiting'

  /** Returns the next entry to send. Only each target's first entry qualifies. */
  const findNext = (entries: readonly Waiting[]): Waiting | undefined => {
    const first = new Map<string, Waiting>()
    for (const entry of entries)
      if (isWaiting(entry) && !first.has(entry.target)) first.set(entry.target, entry)
    return inTurn([...first.values()]).find(isDue)
  }

  const drain = async (): Promise<void> => {
    let answers: boolean | null = null
    for (;;) {
      const person = session.get().user?.user_id
      const own = person === undefined ? [] : await readAgain()
      const next = findNext(own)
      if (!next) break
      // Check without sending an entry, so that entries that didn't reach the server are known to be undelivered.
      answers ??= isReachable() && (await serverAnswers())
      if (!answers) {
        notBefore.set('*', Date.now() + PAUSE_MS)
        break
      }
      if (session.get().user?.user_id !== next.user_id) continue
      if (!(await sendOne(next))) break
    }
    if (sent > 0 && !waitingList.get().some(isWaiting)) {
      onEmptied(sent)
      sent = 0
    }
  }

  const wakeLater = (): void => {
    clearTimeout(timer)
    const times = waitingList
      .get()
      .filter(isWaiting)
      .map(({ target }) => Math.max(notBefore.get(target) ?? 0, notBefore.get('*') ?? 0))
    const next = Math.min(...times)
    if (Number.isFinite(next)) timer = setTimeout(send, Math.max(500, next - Date.now()))
  }

  const send = (): void => {
    again = true
    running ??= (async () => {
      while (again) {
        again = false
        if (waitingList.get().some(isWaiting)) await alone(drain).catch(() => undefined)
      }
    })().finally(() => {
      running = null
      wakeLater()
    })
  }

  const sendNow = (): void => {
    notBefore.clear()
    send()
  }

  let shown = new Set<string>()
  const show = (entries: readonly Waiting[]): void => {
    const names = new Set([...shown, ...entries.map(({ kind }) => kind)])
    shown = new Set(entries.map(({ kind }) => kind))
    for (const name of names)
      findKind({ kind: name }).then(
        (kind) => kind?.show?.(waitingList.get().filter((entry) => entry.kind === name)),
        // If the kind's code can't be loaded, no screen that could show its entries is open.
        () => undefined,
      )
  }
  waitingList.subscribe(show)
  whenChanged((added) => {
    // A new entry skips the delay after an earlier failure.
    if (added !== undefined) notBefore.delete(added)
    send()
  })
  addEventListener('online', sendNow)
  session.onEvent((event) => {
    if (event === 'signed_in' || event === 'signed_out' || event === 'initial_session')
      void readAgain().then(sendNow)
  })
  void readAgain().then(sendNow)
  return { send: sendNow }
}
