import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import type { WaitingKind } from '../../lib/outbox/kinds.ts'
import { sendReport, showReport, type WaitingReport } from './bust-requests.ts'
import { dateText, hourText, OUTCOME_TEXTS } from './bust-text.ts'

/** The outbox kind that sends bust reports. */
export function waitingReports(client: QueryClient): WaitingKind<WaitingReport> {
  return {
    send: async ({ payload: { spot_id, report } }) => {
      await sendReport(spot_id, report)
      showReport(client, spot_id)
    },
    describe: ({ payload: { spot_id, spot_name, report } }) => ({
      what: m.busts_report(),
      where: spot_name,
      text: m.busts_own_report({
        day: dateText(report.day),
        hour: hourText(report.hour),
        outcome: OUTCOME_TEXTS[report.outcome](),
      }),
      href: `/spots/${spot_id}`,
    }),
    isRepeatable: true,
  }
}
