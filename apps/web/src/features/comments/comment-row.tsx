import type { Reply } from '@nollie/contract'
import { Flag, Trash2 } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import type { WaitingState } from '../../lib/outbox/use-outbox.ts'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { AppLink, Avatar, CollapsibleText, Menu, MenuItem, Time, OutboxNote } from '../../ui/index.ts'
import { Translated } from '../translations/index.ts'
import type { LikePorts } from './optimistic-likes.ts'
import { commentTime } from './comment-age.ts'
import { CommentLikeButton } from './comment-like-button.tsx'
import styles from './comments.module.css'

/** The actions that the viewer can take on a comment. Actions that aren't allowed are undefined. */
export type CommentActions = {
  likes: LikePorts
  onReply: (comment: Reply) => void
  onDelete: (comment: Reply) => void
  onReport: (comment: Reply) => void
  mayDelete: (comment: Reply) => boolean
  mayReport: (comment: Reply) => boolean
}

type ShownComment = Pick<Reply, 'user' | 'content' | 'mentions'> & { id?: string; created_at: string | null }

// Collapses consecutive blank lines, so that one comment can't push the others off the screen.
function collapseEmptyLines(text: string) {
  return text.replace(/\n\s*\n\s*\n/g, '\n\n')
}

/** A comment's author, time, and text; `children` are its actions. */
export function CommentBody({
  comment,
  isReply,
  waits = null,
  children,
}: {
  comment: ShownComment
  isReply: boolean
  /** The comment's state in the outbox; absent once the server has the comment. */
  waits?: WaitingState | null
  children?: React.ReactNode
}) {
  const { id, user, content, mentions, created_at } = comment
  const name = getName(user, NAMELESS.byline)
  const href = `/user/${user.user_id}`
  const text = (
    <CollapsibleText
      className={styles.text}
      text={collapseEmptyLines(content)}
      mentions={mentions}
      lines={8}
      characters={320}
    />
  )
  return (
    <>
      <AppLink href={href} className={styles.face} aria-hidden="true" tabIndex={-1}>
        <Avatar person={user} size={isReply ? 30 : 38} />
      </AppLink>
      <div>
        <p className={styles.by}>
          <AppLink href={href}>
            <bdi>{name}</bdi>
          </AppLink>
          {created_at === null ? (
            <span>{waits ? <OutboxNote state={waits} /> : m.comments_sending()}</span>
          ) : (
            <Time at={created_at}>{commentTime(created_at)}</Time>
          )}
        </p>
        {id ? (
          <Translated of={{ kind: 'comment', id }} text={content} className={styles.text}>
            {text}
          </Translated>
        ) : (
          text
        )}
        {children && <div className={styles.actions}>{children}</div>}
      </div>
    </>
  )
}

/** A comment or reply. */
export function CommentRow({ comment, actions }: { comment: Reply; actions: CommentActions }) {
  const name = getName(comment.user, NAMELESS.byline)
  const mayDelete = actions.mayDelete(comment)
  const mayReport = actions.mayReport(comment)
  return (
    <div className={styles.comment} data-reply={comment.parent_comment_id === null ? undefined : ''}>
      <CommentBody comment={comment} isReply={comment.parent_comment_id !== null}>
        <button
          type="button"
          aria-label={m.comments_reply_to({ name })}
          onClick={() => actions.onReply(comment)}
        >
          {m.comments_reply()}
        </button>
        {(mayDelete || mayReport) && (
          <Menu label={m.comments_menu({ name })} size="sm">
            {mayReport && (
              <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => actions.onReport(comment)}>
                {m.comments_report()}
              </MenuItem>
            )}
            {mayDelete && (
              <MenuItem
                icon={<Trash2 aria-hidden="true" />}
                tone="danger"
                onSelect={() => actions.onDelete(comment)}
              >
                {m.comments_delete()}
              </MenuItem>
            )}
          </Menu>
        )}
      </CommentBody>
      <CommentLikeButton
        of={comment}
        ports={actions.likes}
        className={styles.like}
        label={(count) => (count > 0 ? m.comments_like_count({ count }) : m.comments_like())}
      />
    </div>
  )
}
