/** Report types in the dialog's order. */
export const REPORT_TYPES = [
  'spam',
  'inappropriate',
  'harassment',
  'wrong_information',
  'dangerous_or_private_place',
  'other',
] as const

/** A report type. */
export type ReportType = (typeof REPORT_TYPES)[number]
