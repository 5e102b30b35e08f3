import { useEffect, useId, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { PartBoundary } from '../../ui/index.ts'
import { useCommentThread } from './use-comment-thread.tsx'
import styles from './comments.module.css'

/** Selects the comments that a {@link CommentsPanel} shows. */
export type CommentsPanelProps = {
  post_id: string
  media_index: number
  /** Whether to focus the field when the panel opens. */
  autoFocus?: boolean
  /** Whether to show only the two newest comments. */
  brief?: boolean
}

/**
 * A media item's live comments, with forms and actions. The code loads on first render. Inside an element with
 * `[data-fill]`, the list fills the available height.
 */
export function CommentsPanel(props: CommentsPanelProps) {
  // The key resets the form when the item changes. Otherwise, a reply to one item would be posted on the other.
  return (
    <PartBoundary key={`${props.post_id}.${props.media_index}`}>
      <ItemComments {...props} />
    </PartBoundary>
  )
}

function ItemComments({ post_id, media_index, autoFocus = false, brief = false }: CommentsPanelProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const comments = useCommentThread({
    thread: { post_id, media_index },
    startedBy: null,
    label: m.comments_title(),
    onSent: () => list.current?.scrollTo({ top: 0 }),
  })
  const { field } = comments
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus, field])
  return (
    <section className={styles.root} data-brief={brief ? '' : undefined} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {m.comments_title()}
      </h2>
      <div className={styles.scroll} ref={list}>
        {comments.list}
      </div>
      {comments.form}
      {comments.dialogs}
    </section>
  )
}
