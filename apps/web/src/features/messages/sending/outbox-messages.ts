import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../../i18n/messages.ts'
import type { WaitingKind } from '../../../lib/outbox/kinds.ts'
import { boxName, messages, type WaitingMessage, writeDraft } from './message-drafts.ts'
import { deliver } from './send-message.ts'

/** Handles messages in the outbox. */
export function waitingMessages(client: QueryClient): WaitingKind<WaitingMessage> {
  return {
    send: ({ id, user_id, target, payload: { body } }) =>
      deliver(client, { owner: user_id, to: target }, body, id),
    describe: ({ target, payload: { content } }) => ({
      what: m.outbox_message(),
      where: null,
      text: content,
      href: `/messages/with/${target}`,
    }),
    giveBack: async ({ user_id, target, payload: { content, shared } }) => {
      const draftKey = { owner: user_id, to: target }
      const { draft } = messages.at(boxName(draftKey))
      // A message can have only one attachment.
      if (draft.shared && shared) return null
      const text = [content, draft.text].filter(Boolean).join('\n')
      writeDraft(draftKey, { text, shared: draft.shared ?? shared })
      return `/messages/with/${target}`
    },
  }
}
