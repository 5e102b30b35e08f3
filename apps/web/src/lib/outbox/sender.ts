import { serverAnswers } from '../server-answers.ts'
import { session } from '../session.ts'
import { readAgain, whenChanged } from './entries.ts'
import { findKind } from './kinds.ts'
import { PAUSE_MS, sendEntry } from './send-entry.ts'
import { isReachable } from './send-or-queue.ts'
import { isWaiting, makeSendingTimes, type SendingTimes } from './sending-times.ts'
import { type Waiting, waitingList } from './use-outbox.ts'

/** The sender's callbacks. */
export type SenderPorts = {
  /** Called when an entry was refused and the person has to decide. */
  onRefused: (entry: Waiting) => void
  /** Called after the last pending entry has been sent; `count` is the number sent since the last call. */
  onEmptied: (count: number) => void
}

// Only one tab sends entries; another takes over when that tab is closed. Pages without TLS have no locks.
async function alone(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('nollie.waiting', work)
  else await work()
}

// Returns a function that sends all entries that are due, one after the other.
function makeDrain(times: SendingTimes, { onRefused, onEmptied }: SenderPorts): () => Promise<void> {
  let sent = 0
  const onSent = () => {
    sent += 1
  }
  return async () => {
    let answers: boolean | null = null
    for (;;) {
      const person = session.get().user?.user_id
      const next = times.findNext(person === undefined ? [] : await readAgain())
      if (!next) break
      // Check without sending an entry, so that entries that didn't reach the server are known to be undelivered.
      answers ??= isReachable() && (await serverAnswers())
      if (!answers) {
        times.delayAll(PAUSE_MS)
        break
      }
      if (session.get().user?.user_id !== next.user_id) continue
      if (!(await sendEntry(next, { times, onRefused, onSent }))) break
    }
    if (sent > 0 && !waitingList.get().some(isWaiting)) {
      onEmptied(sent)
      sent = 0
    }
  }
}

// Returns a function that runs `drain`, again if it is called meanwhile, and whenever an entry is due.
function makeRunner(times: SendingTimes, drain: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let again = false

  const wakeLater = () => {
    clearTimeout(timer)
    const next = times.findEarliest(waitingList.get())
    if (Number.isFinite(next)) timer = setTimeout(run, Math.max(500, next - Date.now()))
  }
  const run = () => {
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
  return run
}

// Lets each kind show its entries as if they had been sent.
function showEntriesByKind(): void {
  let shown = new Set<string>()
  waitingList.subscribe((entries) => {
    const names = new Set([...shown, ...entries.map(({ kind }) => kind)])
    shown = new Set(entries.map(({ kind }) => kind))
    for (const name of names)
      findKind({ kind: name }).then(
        (kind) => kind?.show?.(waitingList.get().filter((entry) => entry.kind === name)),
        // If the kind's code can't be loaded, no screen that could show its entries is open.
        () => undefined,
      )
  })
}

/** Sends pending entries one by one, with retries; see `docs/decisions/0093-outbox.md`. */
export function startSending(ports: SenderPorts): { send: () => void } {
  const times = makeSendingTimes()
  const run = makeRunner(times, makeDrain(times, ports))
  const send = () => {
    times.allowAll()
    run()
  }
  showEntriesByKind()
  whenChanged((added) => {
    // A new entry skips the delay after an earlier failure.
    if (added !== undefined) times.allow(added)
    run()
  })
  addEventListener('online', send)
  session.onEvent((event) => {
    if (event === 'signed_in' || event === 'signed_out' || event === 'initial_session')
      void readAgain().then(send)
  })
  void readAgain().then(send)
  return { send }
}
