import { m } from '../../../i18n/messages.ts'
import { ApiError, getMessage } from '../../../lib/api.ts'
import { makeFormDrafts, type Outgoing } from '../../../lib/drafts/form-drafts.ts'
import { isDeviceFull } from '../../../lib/outbox/device-full.ts'
import type { WaitingState } from '../../../lib/outbox/use-outbox.ts'
import { type SharedRef, sharedBySearch } from '../attachments/shared-ref.ts'

/** The unsent text and its attachment. */
export type Draft = { text: string; shared: SharedRef | null }

/** The content of a message that was sent. */
export type Sent = {
  content: string | null
  shared: SharedRef | null
  /** The sequence number of the conversation's newest message at the time of sending. */
  after_seq: number
}

/** A message that was sent but hasn't been confirmed yet. */
export type OutgoingMessage = Omit<Outgoing<Sent>, 'state'> & {
  /** `WaitingState` is for messages in the outbox. */
  state: Outgoing<Sent>['state'] | WaitingState
}

/** The outbox kind for messages; an entry's target is the recipient. */
export const MESSAGE = 'message'
/** A message in the outbox. */
export type WaitingMessage = Sent & { body: string }

/** The sender and the recipient. */
export type DraftKey = { owner: string; to: string }

/** Returns the storage name for a draft and its unconfirmed messages. */
export function boxName({ owner, to }: DraftKey): string {
  return `${owner}.${to}`
}

const NOTHING: Draft = { text: '', shared: null }

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function readShared(value: unknown): SharedRef | null {
  const { kind, spot_id, post_id, media_index, list_key } = (value ?? {}) as Record<string, unknown>
  if (kind === 'spot') return sharedBySearch({ spot: spot_id })
  if (kind === 'list') return sharedBySearch({ list: list_key })
  return sharedBySearch({ post: `${text(post_id)}.${Number(media_index)}` })
}

function explain(error: unknown): string | null {
  if (isDeviceFull(error)) return m.outbox_full_text()
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return null
  if (error.code === 'IN_PROGRESS' || error.code === 'UNREADABLE') return null
  if (error.code === 'SESSION_MISSING') return m.messages_signed_out()
  if (error.code === 'PERSON_NOT_FOUND') return m.messages_not_allowed()
  return error.fields.content ?? getMessage(error, m.messages_not_sent())
}

/** Stores drafts and unconfirmed messages. A failed message stays listed until its sender retries or discards it. */
export const messages = makeFormDrafts<Draft, Sent>({
  prefix: 'nollie.messages',
  blank: NOTHING,
  isBlank: (draft) => draft.text === '' && draft.shared === null,
  readDraft: (stored) => {
    const { text: typed, shared } = (stored ?? {}) as Record<string, unknown>
    return { text: text(typed) ?? '', shared: readShared(shared) }
  },
  readSent: ({ content, shared, after_seq }) => ({
    content: text(content),
    shared: readShared(shared),
    after_seq: typeof after_seq === 'number' ? after_seq : 0,
  }),
  explain,
})

/** Stores the typed text or the attachment. */
export function writeDraft(draftKey: DraftKey, change: Partial<Draft>): void {
  const name = boxName(draftKey)
  messages.write(name, { ...messages.at(name).draft, ...change })
}
