import { LIMITS } from '@nollie/contract/limits'
import { X } from 'lucide-react'
import type { Ref } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, IconButton, ComposeForm } from '../../ui/index.ts'

type Props = {
  text: string
  onText: (text: string) => void
  onSend: () => void
  /** Who is replied to; null for a comment of its own. */
  replyTo: string | null
  onCancelReply: () => void
  field: Ref<HTMLTextAreaElement>
  /** What the field is called, where its placeholder does not say enough. */
  label: string | undefined
}

/** Where a comment is written. */
export function CommentForm({ replyTo, onCancelReply, label, ...draft }: Props) {
  return (
    <ComposeForm
      {...draft}
      {...(label !== undefined && replyTo === null && { label })}
      className="comment-form"
      max={LIMITS.comment_max}
      placeholder={
        replyTo === null ? m.comments_placeholder() : m.comments_reply_placeholder({ name: replyTo })
      }
      renderButton={(isSendable) => (
        <Button type="submit" variant="primary" disabled={!isSendable}>
          {m.comments_post()}
        </Button>
      )}
    >
      {replyTo !== null && (
        <p className="comment-replying">
          <span>{m.comments_replying({ name: replyTo })}</span>
          <IconButton label={m.comments_reply_cancel()} onClick={onCancelReply}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </p>
      )}
    </ComposeForm>
  )
}
