import type { Discussion } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { useTitle } from '../../lib/title.ts'
import { ButtonLink, EmptyState, Loaded, Loading, Skeleton, MentionText } from '../../ui/index.ts'
import { AddFailed, useThread } from '../comments/index.ts'
import { CategoryBadge } from './category.tsx'
import { discussionQuery } from './community-requests.ts'
import { Byline, countText, DiscussionLike } from './discussion-parts.tsx'
import { DiscussionMenu } from './discussion-menu.tsx'
import { isGone } from './discussion-errors.ts'
import { useLiveDiscussion } from './use-live-discussions.ts'
import './community.css'

const Gone = () => (
  <div className="discussion-gone" role="status">
    <EmptyState
      art="discussions"
      level={1}
      title={m.community_gone()}
      action={
        <ButtonLink href="/community" variant="primary">
          {m.community_to_all()}
        </ButtonLink>
      }
    >
      {m.community_gone_text()}
    </EmptyState>
  </div>
)

type Props = {
  id: string
  /** The person deleted it here. */
  onRemoved: () => void
}

function Comments({ discussion }: { discussion: Discussion }) {
  const { id, title, user_id, comments_count } = discussion
  const comments = useThread({
    thread: { discussion_id: id },
    startedBy: user_id,
    label: m.community_comments_of({ title }),
  })
  return (
    <>
      <h2 className="discussion-comments-title" aria-live="polite">
        {comments_count > 0 ? countText(comments_count) : m.community_comments()}
      </h2>
      {comments.form}
      <div className="discussion-comments">{comments.list}</div>
      {comments.dialogs}
    </>
  )
}

/** One discussion whole, with all its comments. */
export function DiscussionView({ id, onRemoved }: Props) {
  const query = useQuery(discussionQuery(id))
  const { data, error } = query
  useLiveDiscussion(id)
  useTitle(data?.title)
  if (isGone(error)) return <Gone />
  if (!data) {
    const skeleton = (
      <Loading label={m.community_one_loading()}>
        <Skeleton className="discussion-skeleton" />
      </Loading>
    )
    return <Loaded query={query} failed={m.community_one_failed()} level={1} skeleton={skeleton} />
  }
  const { title, content, mentions, category } = data
  return (
    <article className="discussion discussion-whole">
      <div className="discussion-top">
        <CategoryBadge category={category} />
        <DiscussionMenu discussion={data} onRemoved={onRemoved} />
      </div>
      <h1 dir="auto">
        <MentionText text={title} mentions={mentions} />
      </h1>
      <Byline discussion={data} />
      <p className="discussion-text" dir="auto">
        <MentionText text={content} mentions={mentions} />
      </p>
      <div className="discussion-acts">
        <DiscussionLike discussion={data} />
      </div>
      <AddFailed value={m.community_comment_failed}>
        <Comments discussion={data} />
      </AddFailed>
    </article>
  )
}
