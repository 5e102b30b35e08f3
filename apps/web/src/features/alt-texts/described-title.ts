import type { Media } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'

/** Returns the title of a dialog about a description. */
export function describedTitle(type: Media['type']): string {
  return type === 'video' ? m.alt_texts_title_video() : m.alt_texts_title_photo()
}
