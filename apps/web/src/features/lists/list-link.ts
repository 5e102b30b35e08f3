import type { List } from '@nollie/contract'
import { shortPath } from '@nollie/contract/short-links'

/** Builds the link that opens a list for other people; null if the list is private or moderators hid it. */
export function buildLink(
  { id, link, visibility, is_hidden }: List,
  key: string = link ?? '',
): string | null {
  if (is_hidden || visibility === 'private') return null
  // People who opened the list through its link share that same link.
  return `${location.origin}${visibility === 'link' ? `/lists/${key}` : shortPath('list', id)}`
}
