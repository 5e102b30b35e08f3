import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import type { WaitingKind } from '../../lib/outbox/kinds.ts'
import { receiveFacts, suggestFacts } from './fact-requests.ts'
import { putBack, waitingText, type WaitingFacts } from './waiting-facts.ts'

/**
 * The outbox kind that sends fact changes. Sending a change after its key has expired could undo another person's later
 * change, so the client asks the author first.
 */
export function waitingFacts(client: QueryClient): WaitingKind<WaitingFacts> {
  return {
    send: async ({ id, payload: { spot_id, body } }) =>
      receiveFacts(client, spot_id, await suggestFacts(spot_id, body, id)),
    describe: ({ payload: { spot_id, spot_name, body } }) => ({
      what: m.facts_title(),
      where: spot_name,
      text: waitingText(body),
      href: `/spots/${spot_id}`,
    }),
    giveBack: async ({ user_id, payload }) =>
      putBack(user_id, payload) ? `/spots/${payload.spot_id}` : null,
  }
}
