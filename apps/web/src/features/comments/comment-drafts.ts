import type { Attempt } from '../../lib/attempts.ts'
import { makeFormDrafts } from '../../lib/drafts/form-drafts.ts'
import type { Thread } from './comment-requests.ts'

/**
 * Identifies a draft by thread, parent comment, and author. The author is included so that the next person who signs in
 * on this device doesn't see the draft.
 */
export type DraftKey = Thread & { parent: string | null; owner: string }

function threadName({ owner, post_id, media_index, discussion_id }: Thread & { owner: string }) {
  return `${owner}.${discussion_id ?? `${post_id}.${media_index}`}`
}

/** Returns a draft's storage name. */
export function boxName(draftKey: DraftKey): string {
  return `${threadName(draftKey)}.${draftKey.parent ?? ''}`
}

/** Drafts and unconfirmed comments. If a comment can't be sent, its text goes back into the field. */
export const comments = makeFormDrafts<string, { typed: string }>({
  prefix: 'nollie.comment',
  blank: '',
  isBlank: (text) => text === '',
  readDraft: (stored) => (typeof stored === 'string' ? stored : ''),
  readSent: ({ typed }) => (typeof typed === 'string' ? { typed } : null),
  giveBack: ({ typed }, since) => (since === '' ? typed : `${typed}\n${since}`),
})

/** Stores text as it's typed. Pass `attempt`, the latest attempt to send it, if another form made it. */
export function writeDraft(draftKey: DraftKey, text: string, attempt?: Attempt): void {
  return comments.write(boxName(draftKey), text, attempt)
}

/** Resolves once the person has no unconfirmed comments left in the thread. */
export function allSent(thread: Thread & { owner: string }): Promise<void> {
  return comments.settled((name) => name.startsWith(`${threadName(thread)}.`))
}
