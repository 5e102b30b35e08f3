import { useCallback, useSyncExternalStore } from 'react'
import { writeStored, readStored } from '../../lib/storage.ts'
import { type SharedRef, sharedBySearch } from './shared-ref.ts'

/** What somebody typed and has not sent, and what goes along. */
export type Draft = { text: string; shared: SharedRef | null }

/** A message that has set out and of which nobody knows yet that it arrived. */
export type Outgoing = {
  /** Under it the message takes effect once, however often it is sent. */
  key: string
  content: string | null
  shared: SharedRef | null
  /** The number of the newest message when it set out. */
  after_seq: number
  /** When it set out. */
  at: string
  state: 'sending' | 'failed'
  /** Why it was refused, for people; null when nobody answered. */
  why: string | null
}

/** What is on its way to a person. */
export type Box = { draft: Draft; outgoing: readonly Outgoing[] }

/** Whose box, and to whom: whoever signs in next on this device does not see it. */
export type OutboxKey = { owner: string; to: string }

const EMPTY: Box = { draft: { text: '', shared: null }, outgoing: [] }

const nameOf = ({ owner, to }: OutboxKey) => `nollie.messages.${owner}.${to}`

const boxes = new Map<string, Box>()
const subscribers = new Set<() => void>()

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const readShared = (value: unknown): SharedRef | null => {
  const { kind, spot_id, post_id, media_index } = (value ?? {}) as Record<string, unknown>
  if (kind === 'spot') return sharedBySearch({ spot: spot_id })
  return sharedBySearch({ post: `${text(post_id)}.${Number(media_index)}` })
}

const readOutgoing = (value: unknown): Outgoing[] => {
  const { key, content, shared, after_seq, at, why } = (value ?? {}) as Record<string, unknown>
  if (typeof key !== 'string' || typeof at !== 'string') return []
  const one = { key, content: text(content), shared: readShared(shared), at, why: text(why) }
  // The page that sent it has gone: nobody waits for its answer any more.
  return [{ ...one, after_seq: typeof after_seq === 'number' ? after_seq : 0, state: 'failed' }]
}

const readBox = (stored: unknown): Box => {
  const { draft, outgoing } = (stored ?? {}) as {
    draft?: { text?: unknown; shared?: unknown }
    outgoing?: unknown
  }
  return {
    draft: { text: text(draft?.text) ?? '', shared: readShared(draft?.shared) },
    outgoing: Array.isArray(outgoing) ? outgoing.flatMap(readOutgoing) : [],
  }
}

/** The outbox of a key: draft and messages being sent. */
export function boxAt(outboxKey: OutboxKey): Box {
  const name = nameOf(outboxKey)
  const known = boxes.get(name)
  if (known) return known
  const stored = readStored(name)
  const box = stored === null ? EMPTY : readBox(stored)
  boxes.set(name, box)
  return box
}

/** Changes an outbox; it is stored on this device until it is empty. */
export function changeBox(outboxKey: OutboxKey, change: (box: Box) => Box): void {
  const box = change(boxAt(outboxKey))
  const { draft, outgoing } = box
  const isEmpty = draft.text === '' && draft.shared === null && outgoing.length === 0
  writeStored(nameOf(outboxKey), isEmpty ? null : box)
  boxes.set(nameOf(outboxKey), box)
  for (const subscriber of [...subscribers]) subscriber()
}

/** Takes down what is typed, or what goes along. */
export const writeDraft = (outboxKey: OutboxKey, change: Partial<Draft>): void =>
  changeBox(outboxKey, (box) => ({ ...box, draft: { ...box.draft, ...change } }))

/** Changes one message on its way; without a change it leaves the box. */
export const changeOutgoing = (outboxKey: OutboxKey, key: string, change: Partial<Outgoing> | null): void =>
  changeBox(outboxKey, (box) => ({
    ...box,
    outgoing: box.outgoing.flatMap((one) =>
      one.key !== key ? [one] : change ? [{ ...one, ...change }] : [],
    ),
  }))

const subscribe = (subscriber: () => void) => {
  subscribers.add(subscriber)
  return () => subscribers.delete(subscriber)
}

/** The outbox of a key; renders again when it changes. */
export function useBox({ owner, to }: OutboxKey): Box {
  const now = useCallback(() => boxAt({ owner, to }), [owner, to])
  return useSyncExternalStore(subscribe, now)
}
