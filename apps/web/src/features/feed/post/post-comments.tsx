import type { Post } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { CommentsPanel } from '../../comments/index.ts'
import { useComments, useItem } from '../../posts/index.ts'
import { Translated } from '../../translations/index.ts'
import styles from './post-card.module.css'

/**
 * The comments on a post's visible item, and the number of comments on its other items. The card's count includes both
 * (C-31).
 */
export function PostComments({ post, media_index }: { post: Post; media_index: number }) {
  const elsewhere = useComments(post) - useItem(post.id, media_index).comments_count
  return (
    <>
      {post.content && <Translated of={{ kind: 'post', id: post.id }} text={post.content} />}
      {elsewhere > 0 && (
        <p className={styles.commentsElsewhere}>{m.feed_comments_elsewhere({ count: elsewhere })}</p>
      )}
      <CommentsPanel post_id={post.id} media_index={media_index} />
    </>
  )
}
