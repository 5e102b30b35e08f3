import type { Reply } from '@nollie/contract'
import { Heart } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { m } from '../../i18n/messages.ts'
import { NAMELESS, nameOf } from '../../lib/names.ts'
import { AppLink, Avatar, Moment, Written } from '../../ui/index.ts'
import { type LikePorts, makeLikeWishes } from './comment-likes.ts'
import { commentTime } from './comment-time.ts'

const wishes = makeLikeWishes()

/** What may be done with a comment; what is absent may not. */
export type CommentActions = {
  likes: LikePorts
  onReply: (comment: Reply) => void
  onDelete: (comment: Reply) => void
  onReport: (comment: Reply) => void
  mayDelete: (comment: Reply) => boolean
  mayReport: (comment: Reply) => boolean
}

function CommentLike({ comment, likes }: { comment: Reply; likes: LikePorts }) {
  useSyncExternalStore(wishes.subscribe, wishes.turn)
  const [tapped, setTapped] = useState(false)
  const { liked, likes_count } = wishes.shown(comment)
  return (
    <button
      type="button"
      className="act act-like comment-like"
      aria-label={likes_count > 0 ? m.comments_like_count({ count: likes_count }) : m.comments_like()}
      aria-pressed={liked}
      data-pop={tapped && liked ? '' : undefined}
      onClick={() => {
        setTapped(true)
        wishes.toggle(comment, likes)
      }}
    >
      <Heart size={19} aria-hidden="true" />
      {likes_count > 0 && <b>{likes_count}</b>}
    </button>
  )
}

type Said = Pick<Reply, 'user' | 'content' | 'mentions'> & { created_at: string | null }

/** Who said what when; `children` is what can be done about it. */
export function CommentBody({
  said,
  isReply,
  children,
}: {
  said: Said
  isReply: boolean
  children?: React.ReactNode
}) {
  const { user, content, mentions, created_at } = said
  const name = nameOf(user, NAMELESS.byline)
  const href = `/user/${user.user_id}`
  return (
    <>
      <AppLink href={href} className="comment-face" aria-hidden="true" tabIndex={-1}>
        <Avatar person={user} size={isReply ? 30 : 38} />
      </AppLink>
      <div className="comment-words">
        <p className="comment-by">
          <AppLink href={href}>
            <bdi>{name}</bdi>
          </AppLink>
          {created_at === null ? (
            <span>{m.comments_sending()}</span>
          ) : (
            <Moment at={created_at}>{commentTime(created_at)}</Moment>
          )}
        </p>
        <p className="comment-text" dir="auto">
          <Written text={content} mentions={mentions} />
        </p>
        {children && <div className="comment-actions">{children}</div>}
      </div>
    </>
  )
}

/** One comment or reply. */
export function CommentRow({ comment, actions }: { comment: Reply; actions: CommentActions }) {
  const name = nameOf(comment.user, NAMELESS.byline)
  return (
    <div className="comment" data-reply={comment.parent_comment_id === null ? undefined : ''}>
      <CommentBody said={comment} isReply={comment.parent_comment_id !== null}>
        <button
          type="button"
          aria-label={m.comments_reply_to({ name })}
          onClick={() => actions.onReply(comment)}
        >
          {m.comments_reply()}
        </button>
        {actions.mayDelete(comment) && (
          <button
            type="button"
            aria-label={m.comments_delete_of({ name })}
            onClick={() => actions.onDelete(comment)}
          >
            {m.comments_delete()}
          </button>
        )}
        {actions.mayReport(comment) && (
          <button
            type="button"
            aria-label={m.comments_report_of({ name })}
            onClick={() => actions.onReport(comment)}
          >
            {m.comments_report()}
          </button>
        )}
      </CommentBody>
      <CommentLike comment={comment} likes={actions.likes} />
    </div>
  )
}
