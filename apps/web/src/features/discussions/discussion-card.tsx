import type { Discussion } from '@nollie/contract'
import { MessageCircle } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { AppLink, MentionText } from '../../ui/index.ts'
import { AddFailed, useCommentThread } from '../comments/index.ts'
import { CategoryBadge } from './discussion-category.tsx'
import { DiscussionMenu } from './discussion-menu.tsx'
import { Byline, countText } from './discussion-byline.tsx'
import { DiscussionLike } from './discussion-like.tsx'
import { classes } from '../../lib/classes.ts'
import styles from './discussions.module.css'

function CardComments({ discussion }: { discussion: Discussion }) {
  const { id, title, user_id, comments_count } = discussion
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const comments = useCommentThread({
    thread: { discussion_id: id },
    startedBy: user_id,
    label: m.discussions_comments_of({ title }),
    fieldLabel: `${m.comments_placeholder()} ${title}`,
    onSent: () => setOpen(true),
  })
  return (
    <>
      <div className={styles.acts} data-in-use={isOpen ? '' : undefined}>
        <DiscussionLike discussion={discussion} />
        <button
          type="button"
          className={styles.count}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <MessageCircle size={19} aria-hidden="true" />
          {countText(comments_count)}
        </button>
      </div>
      {comments.form}
      {isOpen && (
        <div id={listId} className={styles.comments}>
          {comments.list}
        </div>
      )}
      {comments.dialogs}
    </>
  )
}

/** A discussion in the list, with its category, title, the beginning of its text, and its comment count (DSC-11). */
export function DiscussionCard({ discussion }: { discussion: Discussion }) {
  const { id, title, content, mentions, category } = discussion
  return (
    <article className={styles.root}>
      <div className={styles.top}>
        <CategoryBadge category={category} />
        <DiscussionMenu discussion={discussion} />
      </div>
      <h2 dir="auto">
        <AppLink href={`/community/${id}`}>{title}</AppLink>
      </h2>
      <Byline discussion={discussion} />
      <p className={classes(styles.text, styles.textShort)} dir="auto">
        <MentionText text={content} mentions={mentions} />
      </p>
      <AddFailed value={m.discussions_comment_failed}>
        <CardComments discussion={discussion} />
      </AddFailed>
    </article>
  )
}
