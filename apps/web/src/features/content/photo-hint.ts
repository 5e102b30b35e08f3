import { m } from '../../i18n/messages.ts'

/**
 * Explains how a photo's address is used: the server stores a copy (`copies`), or it stays a link; null while that is
 * unknown.
 */
export const photoHint = (copies: boolean | undefined): string => {
  if (copies === undefined) return m.content_field_photo_hint()
  return copies ? m.content_field_photo_hint_copied() : m.content_field_photo_hint_linked()
}
