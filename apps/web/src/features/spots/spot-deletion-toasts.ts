import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'

/**
 * The screen on which a spot is deleted: its own page, which then leads to the map, the list of a person's spots, or a
 * card of a post or on the map. Cards have other texts than the other two (C-03).
 */
export type DeleteFrom = 'page' | 'list' | 'card'

/** The toast when a spot is deleted. */
export const deletedText = (from: DeleteFrom): { title: string; description: string } =>
  from === 'card'
    ? { title: m.spots_toast_success(), description: m.spots_delete_card_done() }
    : { title: m.spots_delete_done_title(), description: m.spots_delete_done_text() }

const isOfPosts = (error: unknown) => error instanceof ApiError && error.code === 'POSTS_NOT_DELETED'

/** The line in the browser's console for a failed deletion. */
export const failedLine = (error: unknown): string =>
  isOfPosts(error) ? 'Failed to delete associated posts' : 'Failed to delete spot'

const whyNot = (from: DeleteFrom, error: unknown): string => {
  if (from !== 'card') return m.spots_delete_failed()
  return isOfPosts(error) ? m.spots_delete_posts_failed() : m.spots_delete_card_failed()
}

/** The toast's text when deleting failed; a card distinguishes posts that stay from a spot that stays. */
export const failedText = (from: DeleteFrom, error: unknown): { title: string; description: string } => ({
  title: m.spots_toast_error(),
  description: whyNot(from, error),
})
