import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import type { News } from '../../lib/newest-first.ts'
import { Button, EmptyState, Loading, Skeleton, toast } from '../../ui/index.ts'
import { ListState, NextPage } from '../people/index.ts'
import { discussions, discussionsQuery } from './community-requests.ts'
import { DiscussionCard } from './discussion-card.tsx'
import { useLiveDiscussions } from './use-live-discussions.ts'

const wordsFor = ({ count, more }: News) => {
  if (more) return m.community_news_most({ count })
  return count === 1 ? m.community_news_one() : m.community_news({ count })
}

function NewsPill({ news, onShow }: { news: News; onShow: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const show = async () => {
    setBusy(true)
    try {
      await onShow()
      scrollTo({ top: 0, behavior: 'instant' })
    } catch {
      toast({ kind: 'error', title: m.community_error(), description: m.community_news_failed() })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="discussion-news" role="status">
      {news.count > 0 && (
        <Button
          variant="ink"
          size="sm"
          icon={<ArrowUp aria-hidden="true" />}
          aria-disabled={busy || undefined}
          onClick={() => busy || void show()}
        >
          {wordsFor(news)}
        </Button>
      )}
    </div>
  )
}

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
    <ListState query={query} failed={m.community_failed()} coming={coming}>
      <NewsPill news={news} onShow={showNews} />
      {all.length === 0 && !query.hasNextPage && <EmptyState art="discussions" title={m.community_empty()} />}
      <ul className="discussion-list">
        {all.map((discussion) => (
          <li key={discussion.id}>
            <DiscussionCard discussion={discussion} owner={owner} />
          </li>
        ))}
      </ul>
      <NextPage pages={query} label={m.community_loading()} />
    </ListState>
  )
}
