/** What a report may be about, in the order the dialog offers it. */
export const REPORT_TYPES = [
  'spam',
  'inappropriate',
  'harassment',
  'wrong_information',
  'dangerous_or_private_place',
  'other',
] as const

/** See {@link REPORT_TYPES}. */
export type ReportType = (typeof REPORT_TYPES)[number]
