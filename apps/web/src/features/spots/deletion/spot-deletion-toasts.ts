import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'

/**
 * Where a spot is deleted: on its own page, in a person's list of spots, or on a card (a post's or the map's). Cards
 * use different wording (C-03).
 */
export type DeleteFrom = 'page' | 'list' | 'card'

/** Returns the toast for a deleted spot. */
export function deletedText(from: DeleteFrom): { title: string; description: string } {
  return from === 'card'
    ? { title: m.spots_toast_success(), description: m.spots_delete_card_done() }
    : { title: m.spots_delete_done_title(), description: m.spots_delete_done_text() }
}

function isOfPosts(error: unknown) {
  return error instanceof ApiError && error.code === 'POSTS_NOT_DELETED'
}

/** Returns the message for the browser's console if a spot can't be deleted. */
export function failedLine(error: unknown): string {
  return isOfPosts(error) ? 'Failed to delete associated posts' : 'Failed to delete spot'
}

function whyNot(from: DeleteFrom, error: unknown): string {
  if (from !== 'card') return m.spots_delete_failed()
  return isOfPosts(error) ? m.spots_delete_posts_failed() : m.spots_delete_card_failed()
}

/**
 * Returns the toast if a spot can't be deleted. On a card, it says whether the posts or the spot couldn't be deleted.
 */
export function failedText(from: DeleteFrom, error: unknown): { title: string; description: string } {
  return {
    title: m.spots_toast_error(),
    description: whyNot(from, error),
  }
}
