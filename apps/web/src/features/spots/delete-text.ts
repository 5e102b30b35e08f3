import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'

/**
 * Where a spot is deleted from: its own page, which it leaves for the map, the list of a person's spots, or a card (of
 * a post, or on the map). Cards have other texts than the first two (C-03).
 */
export type DeleteFrom = 'page' | 'list' | 'card'

/** What a toast says when a spot is deleted. */
export const deletedText = (from: DeleteFrom): { title: string; description: string } =>
  from === 'card'
    ? { title: m.spot_toast_success(), description: m.spot_delete_card_done() }
    : { title: m.spot_delete_done_title(), description: m.spot_delete_done_text() }

const isOfPosts = (error: unknown) => error instanceof ApiError && error.code === 'POSTS_NOT_DELETED'

/** What the console says when it is not, for whoever looks into it. */
export const failedLine = (error: unknown): string =>
  isOfPosts(error) ? 'Failed to delete associated posts' : 'Failed to delete spot'

const whyNot = (from: DeleteFrom, error: unknown): string => {
  if (from !== 'card') return m.spot_delete_failed()
  return isOfPosts(error) ? m.spot_delete_posts_failed() : m.spot_delete_card_failed()
}

/** The toast's text when deleting failed; a card distinguishes posts that stay from a spot that stays. */
export const failedText = (from: DeleteFrom, error: unknown): { title: string; description: string } => ({
  title: m.spot_toast_error(),
  description: whyNot(from, error),
})
