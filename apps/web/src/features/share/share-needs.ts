import { m } from '../../i18n/messages.ts'
import type { UploadItem } from '../media/index.ts'
import { isPin, lacksCrew, type SpotForm } from '../spots/index.ts'

/**
 * A spot's required fields. Each of the first four adds a ply to the progress indicator; `crew` is for crew spots only.
 */
export type Need = 'photo' | 'name' | 'type' | 'location' | 'crew'

/**
 * Lists the missing fields, most important first. A name that's only spaces counts as filled in, but is rejected on
 * submission.
 */
export function listNeeds(form: SpotForm, photos: number): Need[] {
  const needs: Need[] = []
  if (photos === 0) needs.push('photo')
  if (form.name === '') needs.push('name')
  if (form.spot_types.length === 0) needs.push('type')
  if (form.point === null) needs.push('location')
  if (lacksCrew(form)) needs.push('crew')
  return needs
}

/** Thrown if a submission ends without creating a spot; contains the toast's text. */
export class ShareStopped extends Error {
  readonly title: string
  constructor(title: string, text: string) {
    super(text)
    this.title = title
  }
}

/** Counts uploaded and uploading photos, but not failed ones. */
export function countPhotos(items: readonly UploadItem[]): number {
  return items.filter(({ kind, state }) => kind === 'image' && !(state.step === 'failed' && !state.again))
    .length
}

/** Validates everything that the button's disabled state doesn't cover. */
export function validateShare(form: SpotForm, items: readonly UploadItem[], signedIn: boolean): void {
  if (!signedIn) throw new ShareStopped(m.share_toast_auth_title(), m.share_toast_auth_text())
  if (form.name.trim() === '') throw new ShareStopped(m.share_toast_name_title(), m.share_toast_name_text())
  if (countPhotos(items) === 0)
    throw new ShareStopped(m.share_toast_photo_title(), m.share_toast_photo_text())
  if (!isPin(form.point))
    throw new ShareStopped(m.share_toast_location_title(), m.share_toast_location_text())
  if (form.spot_types.length === 0) throw new ShareStopped(m.share_toast_error_title(), m.share_need_type())
  if (lacksCrew(form)) throw new ShareStopped(m.share_toast_error_title(), m.share_need_crew())
}
