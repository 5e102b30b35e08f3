import { useSyncExternalStore } from 'react'
import { type Attempt, readAttempt } from '../../lib/attempts.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import type { Thread } from './comment-requests.ts'

/** What a person typed and has not sent; `attempt` is the last try while its text is the same. */
export type Draft = { text: string; attempt: Attempt | null }

const EMPTY: Draft = { text: '', attempt: null }

/**
 * Where a draft belongs: the thread, the comment it replies to, and the person: whoever signs in next on this device does
 * not see it.
 */
export type DraftKey = Thread & { parent: string | null; owner: string }

const nameOf = ({ owner, post_id, media_index, discussion_id, parent }: DraftKey) =>
  `nollie.comment.${owner}.${discussion_id ?? `${post_id}.${media_index}`}.${parent ?? ''}`

const drafts = new Map<string, Draft>()
const subscribers = new Set<() => void>()

const read = (draftKey: DraftKey): Draft => {
  const name = nameOf(draftKey)
  const known = drafts.get(name)
  if (known) return known
  const stored = readStored(name) as { text?: unknown; attempt?: unknown } | null
  const draft =
    typeof stored?.text === 'string' ? { text: stored.text, attempt: readAttempt(stored.attempt) } : EMPTY
  drafts.set(name, draft)
  return draft
}

const show = (name: string, draft: Draft) => {
  drafts.set(name, draft)
  for (const subscriber of [...subscribers]) subscriber()
}

/** Stores the typed text on this device until it is sent or emptied. */
export function writeDraft(draftKey: DraftKey, draft: Draft): void {
  const name = nameOf(draftKey)
  writeStored(name, draft.text === '' ? null : draft)
  show(name, draft)
}

/** Empties the field of a text that is being sent; the stored copy stays until the server has it. */
export function sendOff(draftKey: DraftKey, draft: Draft): void {
  const name = nameOf(draftKey)
  writeStored(name, draft)
  show(name, EMPTY)
}

/** The text was sent: only what was typed since stays stored. */
export function arrived(draftKey: DraftKey): void {
  writeDraft(draftKey, read(draftKey))
}

/** Gives back what could not be sent; what was typed since comes after it. */
export function returnDraft(draftKey: DraftKey, { text, attempt }: Draft): void {
  const since = read(draftKey).text
  writeDraft(draftKey, since === '' ? { text, attempt } : { text: `${text}\n${since}`, attempt: null })
}

/** The current draft of a key. */
export const draftAt = (draftKey: DraftKey): Draft => read(draftKey)

const subscribe = (subscriber: () => void) => {
  subscribers.add(subscriber)
  return () => subscribers.delete(subscriber)
}

/** The draft of a key; renders again when it changes. */
export function useDraft(draftKey: DraftKey): Draft {
  return useSyncExternalStore(subscribe, () => read(draftKey))
}
