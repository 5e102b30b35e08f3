import type { Discussion } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { NAMELESS, nameOf } from '../../lib/names.ts'
import { AppLink, Avatar } from '../../ui/index.ts'
import { LikeToggle } from '../comments/index.ts'
import { changeDiscussion, dropDiscussion, sendDiscussionLike } from './community-requests.ts'
import { isGone, showError } from './discussion-errors.ts'

const dates = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' })

/** Who started a discussion, when, and whether it was edited since (DSC-11). */
export function Byline({ discussion }: { discussion: Discussion }) {
  const { user, created_at, edited_at } = discussion
  const name = nameOf(user, NAMELESS.byline)
  const date = dates.format(new Date(created_at))
  return (
    <p className="discussion-by">
      <AppLink href={`/user/${user.user_id}`}>
        <Avatar person={user} size={26} />
        <span>{m.community_byline({ name, date })}</span>
      </AppLink>
      {edited_at !== null && (
        <time dateTime={edited_at} title={dates.format(new Date(edited_at))}>
          {m.community_edited()}
        </time>
      )}
    </p>
  )
}

/** The number of comments as text. */
export const countText = (count: number): string =>
  count === 1 ? m.community_comments_count_one() : m.community_comments_count({ count })

/** Likes a discussion, or takes the like back. */
export function DiscussionLike({ discussion }: { discussion: Discussion }) {
  const client = useQueryClient()
  return (
    <LikeToggle
      of={discussion}
      className="discussion-like"
      label={(count) => (count > 0 ? m.community_like_count({ count }) : m.community_like())}
      ports={{
        send: sendDiscussionLike,
        settled: (id, likes) => changeDiscussion(client, id, likes),
        refused: (id, error) => {
          if (isGone(error)) dropDiscussion(client, id)
          showError(error, m.comments_like_failed())
        },
      }}
    />
  )
}
