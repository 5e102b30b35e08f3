import { REPORT_TYPES, type ReportType } from '@nollie/contract/report-types'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { whyNot } from '../../ui/error-text.ts'
import type { ToastText } from '../../ui/toast.ts'
import type { ReportSubject } from './report-subject.ts'

/** What is filled in. */
export type ReportValues = { type: ReportType | null; description: string }

/** Reads a stored report. */
export const readValues = (stored: unknown): ReportValues => {
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
} as const

const explain = (error: unknown): ToastText => {
  if (error instanceof ApiError && error.status === 401)
    return { title: m.reports_toast_auth_title(), description: m.reports_toast_auth_text() }
  return { title: m.reports_toast_error(), description: whyNot(error, m.reports_toast_failed()) }
}

/** Sends a report. `done` is whether the moderators have it; `toast` is the text to show. */
export async function sendReport(
  { kind, id }: ReportSubject,
  report_type: ReportType,
  description: string,
): Promise<{ done: boolean; toast: ToastText }> {
  if (!id)
    return {
      done: false,
      toast: { kind: 'error', title: m.reports_toast_error(), description: NO_ID[kind]() },
    }
  try {
    const { repeated } = await call('POST /api/reports', {
      body: { report_type, description: description.trim() || null, [`reported_${kind}_id`]: id },
    })
    const text = repeated ? m.reports_toast_repeated() : m.reports_toast_submitted()
    return { done: true, toast: { kind: 'success', title: m.reports_toast_success(), description: text } }
  } catch (error) {
    return { done: false, toast: { kind: 'error', ...explain(error) } }
  }
}
