import { LIMITS } from '@nollie/contract/limits'
import { X } from 'lucide-react'
import type { Ref } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, IconButton, ComposeForm } from '../../ui/index.ts'
import styles from './comments.module.css'

type Props = {
  text: string
  onText: (text: string) => void
  onSend: () => void
  /** The name of the person being replied to; null for a new comment. */
  replyTo: string | null
  onCancelReply: () => void
  field: Ref<HTMLTextAreaElement>
  /** The field's accessible name, needed if its placeholder isn't enough. */
  label: string | undefined
}

/** The form for a new comment or reply. */
export function CommentForm({ replyTo, onCancelReply, label, ...draft }: Props) {
  return (
    <ComposeForm
      {...draft}
      {...(label !== undefined && replyTo === null && { label })}
      className={styles.form}
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
        <p className={styles.replying}>
          <span>{m.comments_replying({ name: replyTo })}</span>
          <IconButton label={m.comments_reply_cancel()} onClick={onCancelReply}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </p>
      )}
    </ComposeForm>
  )
}
