import { m } from '../../i18n/messages.ts'

/** What becomes of the address of a photo: a copy where the server makes any (`copies`), else a link; nothing is said of it until that is known. */
export const photoHint = (copies: boolean | undefined): string => {
  if (copies === undefined) return m.content_field_photo_hint()
  return copies ? m.content_field_photo_hint_copied() : m.content_field_photo_hint_linked()
}
