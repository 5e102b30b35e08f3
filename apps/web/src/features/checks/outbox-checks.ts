import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import type { WaitingKind } from '../../lib/outbox/kinds.ts'
import { readyWaitingFiles } from '../media/index.ts'
import { sendCheck, showSpotCondition } from './check-requests.ts'
import type { WaitingCheck } from './send-check.ts'
import { ANSWER_TEXTS } from './spot-condition-text.ts'

/** The outbox kind that sends status reports. */
export function waitingChecks(client: QueryClient): WaitingKind<WaitingCheck> {
  return {
    send: async ({ id, payload: { spot_id, spot_name: _, ...body } }, tools) => {
      const [media_id] = 'distance' in body ? [] : (await readyWaitingFiles(tools)).media_ids
      const { standing } = await sendCheck(spot_id, id, { ...body, ...(media_id && { media_id }) })
      showSpotCondition(client, spot_id, standing)
    },
    describe: ({ payload: { spot_id, spot_name, answer } }) => ({
      what: m.checks_outbox(),
      where: spot_name,
      text: ANSWER_TEXTS[answer](),
      href: `/spots/${spot_id}`,
    }),
    // If a report is sent twice, the second one replaces the first.
    isRepeatable: true,
  }
}
