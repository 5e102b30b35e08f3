import { useQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { useTitle } from '../../lib/title.ts'
import { ButtonLink, EmptyState, Loading, Skeleton, Written } from '../../ui/index.ts'
import { Failed } from '../people/index.ts'
import { CategoryBadge } from './category.tsx'
import { CommentField } from './comment-field.tsx'
import { discussionQuery } from './community-requests.ts'
import { Byline, countWords } from './discussion-card.tsx'
import { DiscussionComments } from './discussion-comments.tsx'
import { DiscussionMenu } from './discussion-menu.tsx'
import { isGone } from './faults.ts'
import { useLiveDiscussion } from './use-live-discussions.ts'
import '../comments/comments.css'
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
  owner: string
  /** The person deleted it here. */
  onRemoved: () => void
}

/** One discussion whole, with everything that was said in it. */
export function DiscussionView({ id, owner, onRemoved }: Props) {
  const { data, error, isError, fetchStatus, refetch } = useQuery(discussionQuery(id))
  useLiveDiscussion(id)
  useTitle(data?.title)
  if (isGone(error)) return <Gone />
  if (!data && (isError || fetchStatus === 'paused'))
    return <Failed level={1} title={m.community_one_failed()} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading label={m.community_one_loading()}>
        <Skeleton className="discussion-coming" />
      </Loading>
    )
  const { title, content, mentions, category, comments_count } = data
  return (
    <article className="discussion discussion-whole">
      <div className="discussion-top">
        <CategoryBadge category={category} />
        <DiscussionMenu discussion={data} onRemoved={onRemoved} />
      </div>
      <h1 dir="auto">
        <Written text={title} mentions={mentions} />
      </h1>
      <Byline discussion={data} />
      <p className="discussion-text" dir="auto">
        <Written text={content} mentions={mentions} />
      </p>
      <h2 className="discussion-said" aria-live="polite">
        {comments_count > 0 ? countWords(comments_count) : m.community_comments()}
      </h2>
      <CommentField discussion={data} owner={owner} onSent={() => undefined} />
      <div className="discussion-comments">
        <DiscussionComments id={id} title={title} />
      </div>
    </article>
  )
}
