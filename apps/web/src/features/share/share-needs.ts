import { m } from '../../i18n/messages.ts'
import type { UploadItem } from '../media/index.ts'
import { isPin, lacksCrew, type SpotForm } from '../spots/index.ts'

/** The four required parts of a spot, of which each filled one adds a ply to the progress indicator, and the crew where it is for one. */
export type Need = 'photo' | 'name' | 'type' | 'location' | 'crew'

/** The missing parts, most important first. A name of spaces counts as filled in; the submit refuses it. */
export const listNeeds = (form: SpotForm, photos: number): Need[] => {
  const needs: Need[] = []
  if (photos === 0) needs.push('photo')
  if (form.name === '') needs.push('name')
  if (form.spot_types.length === 0) needs.push('type')
  if (form.point === null) needs.push('location')
  if (lacksCrew(form)) needs.push('crew')
  return needs
}

/** A submit that ended without a spot, with the texts of its toast. */
export class ShareStopped extends Error {
  readonly title: string
  constructor(title: string, text: string) {
    super(text)
    this.title = title
  }
}

/** The number of uploaded and uploading photos; failed ones do not count. */
export const photosIn = (items: readonly UploadItem[]): number =>
  items.filter(({ kind, state }) => kind === 'image' && !(state.step === 'failed' && !state.again)).length

/** Validates what the disabled state of the button does not cover. */
export function validateShare(form: SpotForm, items: readonly UploadItem[], signedIn: boolean): void {
  if (!signedIn) throw new ShareStopped(m.share_toast_auth_title(), m.share_toast_auth_text())
  if (form.name.trim() === '') throw new ShareStopped(m.share_toast_name_title(), m.share_toast_name_text())
  if (photosIn(items) === 0) throw new ShareStopped(m.share_toast_photo_title(), m.share_toast_photo_text())
  if (!isPin(form.point))
    throw new ShareStopped(m.share_toast_location_title(), m.share_toast_location_text())
  if (form.spot_types.length === 0) throw new ShareStopped(m.share_toast_error_title(), m.share_need_type())
  if (lacksCrew(form)) throw new ShareStopped(m.share_toast_error_title(), m.share_need_crew())
}
