import { CommentsPanel, type CommentsPanelProps } from '../../comments/index.ts'

/** The newest comments on an item, with a field for adding one. This is a separate file because it loads later. */
export function BriefComments(item: Pick<CommentsPanelProps, 'post_id' | 'media_index'>) {
  return <CommentsPanel {...item} brief />
}
