import { type Atom, createAtom, useSelector } from '@tanstack/react-store'
import { useMemo } from 'react'
import { type Attempt, readAttempt } from '../attempts.ts'
import { readStored, writeStored } from '../storage.ts'

/** A sent item that the server hasn't confirmed yet. */
export type Outgoing<S> = S & {
  /** The request's idempotency key. */
  key: string
  /** The request body as JSON. */
  body: string
  /** When the item was first sent. */
  at: string
  state: 'sending' | 'failed'
  /** The refusal message; null if there was no response. */
  why: string | null
}

/** A form's state: its draft, and the sent items that aren't confirmed yet. */
export type Box<D, S> = {
  draft: D
  /** The last attempt to send the draft, stored while it may have taken effect. */
  attempt: Attempt | null
  /** Whether the draft is being sent while it stays in the form. */
  isSending: boolean
  outgoing: readonly Outgoing<S>[]
}

/** Options for one type of form, with drafts `D` and sent items `S`. */
export type FormDraftOptions<D, S> = {
  /** The prefix of the storage keys for boxes. */
  prefix: string
  /** The empty draft. */
  blank: D
  isBlank: (draft: D) => boolean
  /** Parses a stored draft, possibly from an earlier version of the client. */
  readDraft: (stored: unknown) => D
  /** Parses a stored sent item; null if it's invalid. */
  readSent?: (stored: Record<string, unknown>) => S | null
  /**
   * Returns the draft with a failed item prepended to any text typed since. If omitted, failed items stay listed until
   * they are sent again.
   */
  giveBack?: (sent: S, draft: D) => D
  /** Returns the refusal message; null if the item may have arrived. */
  explain?: (error: unknown) => string | null
}

/** Moves a failed item back into its box's draft. */
export function withReturned<D, S>(
  box: Box<D, S>,
  one: Outgoing<S>,
  giveBack: (sent: S, draft: D) => D,
): Box<D, S> {
  return {
    ...box,
    draft: giveBack(one, box.draft),
    attempt: { key: one.key, text: one.body, unanswered: false },
    outgoing: box.outgoing.filter(({ key }) => key !== one.key),
  }
}

function readDraftOf<D, S>(stored: unknown, { blank, readDraft }: FormDraftOptions<D, S>) {
  const { draft, attempt } = (stored ?? {}) as Partial<Record<string, unknown>>
  return { draft: draft === undefined ? blank : readDraft(draft), attempt: readAttempt(attempt) }
}

function readBox<D, S>(stored: unknown, options: FormDraftOptions<D, S>): Box<D, S> {
  const { readSent, giveBack } = options
  const readOutgoing = (value: unknown): Outgoing<S>[] => {
    const fields = (value ?? {}) as Record<string, unknown>
    const { key, body, at, why } = fields
    const sent = readSent?.(fields)
    if (!sent || typeof key !== 'string' || typeof body !== 'string' || typeof at !== 'string') return []
    // The page that sent the item is closed, so the response can't arrive.
    return [{ ...sent, key, body, at, state: 'failed', why: typeof why === 'string' ? why : null }]
  }
  const { outgoing } = (stored ?? {}) as Partial<Record<string, unknown>>
  const box: Box<D, S> = {
    ...readDraftOf(stored, options),
    isSending: false,
    outgoing: Array.isArray(outgoing) ? outgoing.flatMap(readOutgoing) : [],
  }
  return giveBack ? box.outgoing.reduceRight((all, one) => withReturned(all, one, giveBack), box) : box
}

// Reloads a box when another tab changes it, unless this tab is sending from it. If a component shows the box, reloads
// only the draft, so that items sent by the other tab aren't sent twice.
function reloadOnStorage<D, S>(
  options: FormDraftOptions<D, S>,
  boxes: Map<string, Atom<Box<D, S>>>,
  isShown: (name: string) => boolean,
): void {
  const start = `${options.prefix}.`
  globalThis.addEventListener?.('storage', ({ key }) => {
    const name = key?.startsWith(start) ? key.slice(start.length) : null
    const box = name === null ? null : boxes.get(name)
    if (name === null || !box) return
    const now = box.get()
    if (now.isSending || now.outgoing.some(({ state }) => state === 'sending')) return
    if (isShown(name)) box.set({ ...now, ...readDraftOf(readStored(start + name), options) })
    else boxes.delete(name)
  })
}

/** The boxes for one type of form, as created by {@link makeBoxes}. */
export type Boxes<D, S> = ReturnType<typeof makeBoxes<D, S>>

/** Creates the boxes for one type of form: in memory, and stored on this device unless empty. */
export function makeBoxes<D, S>(options: FormDraftOptions<D, S>) {
  const { prefix, isBlank } = options
  const boxes = new Map<string, Atom<Box<D, S>>>()
  const watching = new Map<string, number>()

  const getAtom = (name: string): Atom<Box<D, S>> => {
    let box = boxes.get(name)
    if (!box) {
      box = createAtom(readBox(readStored(`${prefix}.${name}`), options))
      boxes.set(name, box)
    }
    return box
  }
  const at = (name: string): Box<D, S> => getAtom(name).get()

  const watch = (name: string, changed: (box: Box<D, S>) => void) => {
    const { unsubscribe } = getAtom(name).subscribe(changed)
    const count = (more: number) => watching.set(name, (watching.get(name) ?? 0) + more)
    count(1)
    return {
      unsubscribe() {
        unsubscribe()
        count(-1)
      },
    }
  }

  reloadOnStorage(options, boxes, (name) => Boolean(watching.get(name)))

  return {
    /** Returns the box with the given name. */
    at,
    watch,
    /** Changes a box in memory and in storage. */
    change: (name: string, next: Partial<Box<D, S>>): void => {
      const box = { ...at(name), ...next }
      const { draft, attempt, outgoing } = box
      const isEmpty = isBlank(draft) && attempt === null && outgoing.length === 0
      writeStored(`${prefix}.${name}`, isEmpty ? null : { draft, attempt, outgoing })
      getAtom(name).set(box)
    },
    /** Returns the box with the given name; rerenders the component when the box changes. */
    useBox: (name: string): Box<D, S> => {
      const box = useMemo(
        () => ({
          get: () => at(name),
          subscribe: (changed: (box: Box<D, S>) => void) => watch(name, changed),
        }),
        [name],
      )
      return useSelector(box)
    },
  }
}
