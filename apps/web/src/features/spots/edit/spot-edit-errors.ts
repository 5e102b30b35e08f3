import type { Spot } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { whyNot } from '../../../ui/error-text.ts'
import { type FieldErrors, toast } from '../../../ui/index.ts'
import type { ToastText } from '../../../ui/toast.ts'
import { lacksCrew, type SpotForm } from '../form/spot-form.ts'
import type { Stale } from './spot-edit.ts'

/** Whether the spot was deleted, or is no longer visible. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'SPOT_NOT_FOUND'
}

function showError(title: string, description: string) {
  return toast({ kind: 'error', title, description })
}

/** Returns the toast for a refused edit. */
export function explainEdit(error: unknown): ToastText {
  if (isMissing(error)) return { title: m.spots_toast_error(), description: m.spots_edit_deleted() }
  if (error instanceof ApiError && error.status === 401)
    return { title: m.spots_toast_auth_title(), description: m.spots_edit_auth() }
  const isInvalid = error instanceof ApiError && Object.keys(error.fields).length > 0
  return {
    title: isInvalid ? m.spots_edit_invalid_title() : m.spots_toast_error(),
    description: whyNot(error, m.spots_edit_failed()),
  }
}

/** Shows why the form can't be sent, and returns the fields to mark; null if it can be sent. */
export function checkEdit(base: Spot | null, form: SpotForm, stale: Stale | null): FieldErrors | null {
  if (!base) showError(m.spots_edit_wait_title(), m.spots_edit_wait_text())
  else if (form.name.trim() === '') {
    showError(m.spots_edit_invalid_title(), m.spots_edit_name_missing())
    return { name: m.spots_edit_name_missing() }
  } else if (!form.point || (form.point.latitude === 0 && form.point.longitude === 0))
    showError(m.spots_edit_invalid_title(), m.spots_edit_location_missing())
  else if (lacksCrew(form)) {
    showError(m.spots_edit_invalid_title(), m.share_need_crew())
    return { crew_id: m.share_need_crew() }
  } else if (stale?.collisions.some(({ field, mine }) => mine !== undefined && !stale.choices[field]))
    showError(m.spots_edit_stale_title(), m.spots_edit_choose())
  else return null
  return {}
}
