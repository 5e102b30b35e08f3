import { useEffect, useId, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { useThread } from './use-thread.tsx'

/** Which comments a {@link CommentsPanel} shows. */
export type CommentsPanelProps = {
  post_id: string
  media_index: number
  /** The field takes the focus when the panel comes. */
  autoFocus?: boolean
}

/**
 * The comments of one media item: read, written, answered, liked, deleted, reported, and live. They are loaded when it
 * is first drawn. `[data-fill]` on an element around it lets the list take the height there is.
 */
export function CommentsPanel(props: CommentsPanelProps) {
  // Another item begins anew: who was answered there is not answered here.
  return <ItemComments key={`${props.post_id}.${props.media_index}`} {...props} />
}

function ItemComments({ post_id, media_index, autoFocus = false }: CommentsPanelProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const comments = useThread({
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
    <section className="comments" aria-labelledby={id}>
      <h2 id={id} className="comments-title">
        {m.comments_title()}
      </h2>
      <div className="comments-scroll" ref={list}>
        {comments.list}
      </div>
      {comments.form}
      {comments.dialogs}
    </section>
  )
}
