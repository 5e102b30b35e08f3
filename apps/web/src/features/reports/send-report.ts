import { REPORT_TYPES, type ReportType } from '@nollie/contract/moderation/report-types'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { whyNot } from '../../ui/error-text.ts'
import type { ToastText } from '../../ui/toast.ts'
import type { ReportSubject } from './report-subject.ts'

/** The form's values. */
export type ReportValues = { type: ReportType | null; description: string }

/** Reads the form's stored values. */
export function readValues(stored: unknown): ReportValues {
  const { type, description } = (stored ?? {}) as Partial<Record<keyof ReportValues, unknown>>
  return {
    type: REPORT_TYPES.find((known) => known === type) ?? null,
    description: typeof description === 'string' ? description : '',
  }
}

const NO_ID = {
  spot: m.reports_toast_no_spot,
  post: m.reports_toast_no_post,
  comment: m.reports_toast_no_comment,
  user: m.reports_toast_no_user,
  message: m.reports_toast_no_message,
  discussion: m.reports_toast_no_discussion,
  list: m.reports_toast_no_list,
  bulletin: m.stewards_report_missing,
  crew: m.crews_report_missing,
  meetup: m.meetups_report_missing,
} as const

/** Thrown if a report couldn't be sent; the message explains why. */
class NotSent extends Error {}

/** Returns the toast for a report that failed. */
export function explainReport(error: unknown): ToastText {
  if (error instanceof NotSent) return { title: m.reports_toast_error(), description: error.message }
  if (error instanceof ApiError && error.status === 401)
    return { title: m.reports_toast_auth_title(), description: m.reports_toast_auth_text() }
  return { title: m.reports_toast_error(), description: whyNot(error, m.reports_toast_failed()) }
}

/**
 * Sends a report and returns the confirmation text.
 * @throws errors that {@link explainReport} explains
 */
export async function sendReport(
  { kind, id }: ReportSubject,
  report_type: ReportType,
  description: string,
): Promise<string> {
  if (!id) throw new NotSent(NO_ID[kind]())
  const { repeated } = await call('POST /api/reports', {
    body: { report_type, description: description.trim() || null, [`reported_${kind}_id`]: id },
  })
  return repeated ? m.reports_toast_repeated() : m.reports_toast_submitted()
}
