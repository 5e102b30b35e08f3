import { useEffect, useId, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { PartBoundary } from '../../ui/index.ts'
import { useCommentThread } from './use-comment-thread.tsx'
import styles from './comments.module.css'

/** Which comments a {@link CommentsPanel} shows. */
export type CommentsPanelProps = {
  post_id: string
  media_index: number
  /** Whether the field gets the focus when the panel opens. */
  autoFocus?: boolean
}

/**
 * The live comments of one media item, with forms and actions. Loaded on first render. Inside an element with
 * `[data-fill]`, the list fills the available height.
 */
export function CommentsPanel(props: CommentsPanelProps) {
  // The key resets the form for another item; otherwise a reply started there would be sent here.
  return (
    <PartBoundary key={`${props.post_id}.${props.media_index}`}>
      <ItemComments {...props} />
    </PartBoundary>
  )
}

function ItemComments({ post_id, media_index, autoFocus = false }: CommentsPanelProps) {
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
    <section className={styles.root} aria-labelledby={id}>
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
