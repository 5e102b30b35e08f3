import { LIMITS } from '@nollie/contract/limits'
import { X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, IconButton } from '../../ui/index.ts'

type Props = {
  text: string
  onText: (text: string) => void
  onSend: () => void
  /** Who is replied to; null for a comment of its own. */
  replyTo: string | null
  onCancelReply: () => void
  field: Ref<HTMLTextAreaElement>
}

/** From so many characters before the limit on, it is said how many are left. */
const NEAR = 200

/** Where a comment is written. Enter sends it, Shift and Enter begins a new line. */
export function CommentForm({ text, onText, onSend, replyTo, onCancelReply, field }: Props) {
  const id = useId()
  const left = LIMITS.comment_max - text.trim().length
  const isOver = left < 0
  const isSendable = text.trim() !== '' && !isOver
  const send = () => {
    if (isSendable) onSend()
  }
  const press = (event: KeyboardEvent) => {
    // Enter also ends the composing of a word, in Japanese for one.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const placeholder =
    replyTo === null ? m.comments_placeholder() : m.comments_reply_placeholder({ name: replyTo })
  return (
    <form
      className="comment-form"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {replyTo !== null && (
        <p className="comment-replying">
          <span>{m.comments_replying({ name: replyTo })}</span>
          <IconButton label={m.comments_reply_cancel()} onClick={onCancelReply}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </p>
      )}
      <div className="comment-line">
        <textarea
          ref={field}
          className="comment-field"
          rows={1}
          value={text}
          placeholder={placeholder}
          aria-label={placeholder}
          aria-invalid={isOver || undefined}
          aria-describedby={left <= NEAR ? id : undefined}
          enterKeyHint="send"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={press}
        />
        <Button type="submit" variant="primary" disabled={!isSendable}>
          {m.comments_post()}
        </Button>
      </div>
      {left <= NEAR && (
        <p
          id={id}
          className="comment-count"
          data-over={isOver ? '' : undefined}
          role={isOver ? 'alert' : undefined}
        >
          {isOver ? m.comments_over({ count: -left }) : m.comments_left({ count: left })}
        </p>
      )}
    </form>
  )
}
