/** What a report may be about, in the order the dialog offers it. */
export const REPORT_TYPES = [
  'spam',
  'inappropriate',
  'harassment',
  'wrong_information',
  'dangerous_or_private_place',
  'other',
] as const

/** What a report may be about, in the order the dialog offers it. */
export type ReportType = (typeof REPORT_TYPES)[number]
