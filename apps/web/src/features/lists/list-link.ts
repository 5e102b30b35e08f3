import type { List } from '@nollie/contract'
import { shortPath } from '@nollie/contract/short-links'

/** The link by which others open a list; null while nobody else may, or moderators hid it. */
export const linkOf = (
  { id, link, visibility, is_hidden }: List,
  key: string = link ?? '',
): string | null => {
  if (is_hidden || visibility === 'private') return null
  // Whoever opened it by its link shares that.
  return `${location.origin}${visibility === 'link' ? `/lists/${key}` : shortPath('list', id)}`
}
