import type { ReportType } from '@nollie/contract/moderation/report-types'
import { m } from '../../i18n/messages.ts'

const LABELS: Record<ReportType, () => string> = {
  spam: m.reports_type_spam,
  inappropriate: m.reports_type_inappropriate,
  harassment: m.reports_type_harassment,
  wrong_information: m.reports_type_wrong_information,
  dangerous_or_private_place: m.reports_type_dangerous_or_private_place,
  other: m.reports_type_other,
}

/** Returns a report type's label. */
export function reportTypeLabel(type: ReportType): string {
  return LABELS[type]()
}
