import { m } from '../../i18n/messages.ts'

/**
 * Explains how a photo's URL is used: the server either stores a copy (`copies`) or links to the photo. `copies` is
 * undefined while that's unknown.
 */
export function photoHint(copies: boolean | undefined): string {
  if (copies === undefined) return m.content_field_photo_hint()
  return copies ? m.content_field_photo_hint_copied() : m.content_field_photo_hint_linked()
}
