import { useInfiniteQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import type { News } from '../../lib/newest-first.ts'
import { EmptyState, Loaded, Loading, NewsPill, NextPage, Skeleton, toast } from '../../ui/index.ts'
import { discussions, discussionsQuery } from './community-requests.ts'
import { DiscussionCard } from './discussion-card.tsx'
import { useLiveDiscussions } from './use-live-discussions.ts'

const wordsFor = ({ count, more }: News) => {
  if (count === 0) return null
  if (more) return m.community_news_most({ count })
  return count === 1 ? m.community_news_one() : m.community_news({ count })
}

const newsFailed = () =>
  toast({ kind: 'error', title: m.community_error(), description: m.community_news_failed() })

/** All discussions, newest first, live. */
export function DiscussionList({ owner }: { owner: string }) {
  const query = useInfiniteQuery(discussionsQuery)
  const { news, showNews } = useLiveDiscussions(query.data !== undefined)
  const all = discussions.itemsOf(query.data)
  const coming = (
    <Loading label={m.community_loading()}>
      <div className="discussion-list">
        <Skeleton className="discussion-coming" />
        <Skeleton className="discussion-coming" />
      </div>
    </Loading>
  )
  return (
    <Loaded query={query} failed={m.community_failed()} coming={coming}>
      <NewsPill words={wordsFor(news)} onShow={showNews} onFailed={newsFailed} />
      {all.length === 0 && !query.hasNextPage && <EmptyState art="discussions" title={m.community_empty()} />}
      <ul className="discussion-list">
        {all.map((discussion) => (
          <li key={discussion.id}>
            <DiscussionCard discussion={discussion} owner={owner} />
          </li>
        ))}
      </ul>
      <NextPage pages={query} label={m.community_loading()} />
    </Loaded>
  )
}
