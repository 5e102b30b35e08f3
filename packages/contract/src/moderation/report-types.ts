/** The types of reports, in the order of the dialog. */
export const REPORT_TYPES = [
  'spam',
  'inappropriate',
  'harassment',
  'wrong_information',
  'dangerous_or_private_place',
  'other',
] as const

/** The type of a report. */
export type ReportType = (typeof REPORT_TYPES)[number]
