import type { Discussion } from '@nollie/contract'
import { MessageCircle } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { NAMELESS, nameOf } from '../../lib/names.ts'
import { AppLink, Avatar, Written } from '../../ui/index.ts'
import { CategoryBadge } from './category.tsx'
import { CommentField } from './comment-field.tsx'
import { DiscussionComments } from './discussion-comments.tsx'
import { DiscussionMenu } from './discussion-menu.tsx'

const dates = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' })

/** Who began a discussion, and when. */
export function Byline({ discussion }: { discussion: Discussion }) {
  const { user, created_at } = discussion
  const name = nameOf(user, NAMELESS.byline)
  const date = dates.format(new Date(created_at))
  return (
    <AppLink className="discussion-by" href={`/user/${user.user_id}`}>
      <Avatar person={user} size={26} />
      <span>{m.community_byline({ name, date })}</span>
    </AppLink>
  )
}

/** How much was said, in words. */
export const countWords = (count: number): string =>
  count === 1 ? m.community_comments_count_one() : m.community_comments_count({ count })

/** A discussion in the list: what it is about, the beginning of it, and where one says something (DSC-11). */
export function DiscussionCard({ discussion, owner }: { discussion: Discussion; owner: string }) {
  const { id, title, content, mentions, category, comments_count } = discussion
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  return (
    <article className="discussion" data-in-use={isOpen ? '' : undefined}>
      <div className="discussion-top">
        <CategoryBadge category={category} />
        <DiscussionMenu discussion={discussion} />
      </div>
      <h2 dir="auto">
        <AppLink href={`/community/${id}`}>{title}</AppLink>
      </h2>
      <Byline discussion={discussion} />
      <p className="discussion-text discussion-text-short" dir="auto">
        <Written text={content} mentions={mentions} />
      </p>
      <CommentField discussion={discussion} owner={owner} onSent={() => setOpen(true)} />
      {(comments_count > 0 || isOpen) && (
        <button
          type="button"
          className="discussion-count"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <MessageCircle size={18} aria-hidden="true" />
          {countWords(comments_count)}
        </button>
      )}
      {isOpen && (
        <div id={listId} className="discussion-comments">
          <DiscussionComments id={id} title={title} />
        </div>
      )}
    </article>
  )
}
