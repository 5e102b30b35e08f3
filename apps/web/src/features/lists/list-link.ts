import type { List } from '@nollie/contract'
import { shortPath } from '@nollie/contract/short-links'

/** The link that opens a list for other people; null if it is private or hidden by moderators. */
export const buildLink = (
  { id, link, visibility, is_hidden }: List,
  key: string = link ?? '',
): string | null => {
  if (is_hidden || visibility === 'private') return null
  // People who opened it by its link share that link.
  return `${location.origin}${visibility === 'link' ? `/lists/${key}` : shortPath('list', id)}`
}
