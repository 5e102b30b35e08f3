import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type FeedFilter, feedQuery } from '../posts/index.ts'
import { groupsOf, postsOf, setOf } from './feed-cache.ts'
import { NewsPill } from './news-pill.tsx'
import { PostCard } from './post-card.tsx'
import type { OpenItem } from './post-media.tsx'
import { useLiveFeed } from './use-live-feed.ts'
import { WindowedRow } from './windowed.tsx'
import './feed.css'

/** The next page is asked for this long before its place is reached. */
const AHEAD = '1600px 0px'

function Coming() {
  return (
    <div className="card post-coming">
      <div className="post-head">
        <Skeleton className="post-coming-face" />
        <div className="post-who">
          <Skeleton className="post-coming-name" />
          <Skeleton className="post-coming-ago" />
        </div>
      </div>
      <Skeleton className="post-coming-photo" />
    </div>
  )
}

function Empty({ filter, onShowAll }: Pick<Props, 'filter' | 'onShowAll'>) {
  return filter === 'all' ? (
    <EmptyState
      art="feed"
      title={m.feed_empty_title()}
      action={
        <ButtonLink href="/share-spot" variant="primary">
          {m.shell_share_spot()}
        </ButtonLink>
      }
    >
      {m.feed_empty()}
    </EmptyState>
  ) : (
    <EmptyState
      art="following"
      title={m.feed_empty_followed_title()}
      action={
        <div className="feed-ways">
          <ButtonLink href="/connect" variant="primary">
            {m.feed_find_people()}
          </ButtonLink>
          <Button variant="line" onClick={onShowAll}>
            {m.feed_show_all()}
          </Button>
        </div>
      }
    >
      {m.feed_empty_followed()}
    </EmptyState>
  )
}

function Failed({ isOffline, onRetry }: { isOffline: boolean; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        art="map"
        title={isOffline ? m.feed_offline_title() : m.feed_failed_title()}
        action={
          <Button variant="line" onClick={onRetry}>
            {m.shell_retry()}
          </Button>
        }
      >
        {m.feed_failed_text()}
      </EmptyState>
    </div>
  )
}

type NextProps = { isFailed: boolean; isWaiting: boolean; onNear: () => void; onRetry: () => void }

// Asks for the next page when its place comes near, and says so when that did not work.
function Next({ isFailed, isWaiting, onNear, onRetry }: NextProps) {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!mark.current || isFailed || isWaiting) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), {
      rootMargin: AHEAD,
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [isFailed, isWaiting, onNear])
  if (isFailed)
    return (
      <div className="feed-next" role="alert">
        <p>{m.feed_next_failed()}</p>
        <Button variant="line" size="sm" onClick={onRetry}>
          {m.shell_retry()}
        </Button>
      </div>
    )
  return (
    <div ref={mark} className="feed-next">
      <Loading label={m.feed_loading_next()} />
    </div>
  )
}

type Props = {
  filter: FeedFilter
  onShowAll?: (() => void) | undefined
  onOpen: OpenItem
  /** What is said while the first posts load, and when there are none; the dashboard's words unless given. */
  loading?: string
  empty?: ReactNode
}

/** Posts, newest first: loaded page by page while scrolling, kept true by what others do, never jumping. */
export function FeedList({ filter, onShowAll, onOpen, loading = m.feed_loading(), empty }: Props) {
  const feed = useInfiniteQuery(feedQuery(filter))
  const { data, fetchNextPage, fetchStatus, hasNextPage, isError, isFetchingNextPage, refetch } = feed
  const { news, showNews } = useLiveFeed(filter, data !== undefined)
  const posts = postsOf(data)
  const groups = groupsOf(posts)
  const isOffline = fetchStatus === 'paused'

  // Deleting what was loaded must not leave an empty screen with more to come.
  useEffect(() => {
    if (data && posts.length === 0 && hasNextPage) void fetchNextPage()
  }, [data, posts.length, hasNextPage, fetchNextPage])

  if (!data && (isError || isOffline))
    return <Failed isOffline={isOffline || !navigator.onLine} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading label={loading}>
        <Coming />
      </Loading>
    )
  return (
    <>
      {news > 0 && <NewsPill count={news} onShow={showNews} />}
      {posts.length === 0 && !hasNextPage && (empty ?? <Empty filter={filter} onShowAll={onShowAll} />)}
      {posts.length > 0 && (
        <div className="feed" role="feed" aria-busy={feed.isFetching} aria-label={m.feed_label()}>
          {posts.map((post, index) => (
            <WindowedRow key={post.id} id={post.id} index={index} className="feed-row">
              <PostCard
                post={post}
                set={setOf(post, groups)}
                onOpen={onOpen}
                eager={index === 0}
                position={index + 1}
              />
            </WindowedRow>
          ))}
        </div>
      )}
      {hasNextPage && (
        <Next
          isFailed={feed.isFetchNextPageError}
          isWaiting={isFetchingNextPage}
          onNear={() => void fetchNextPage()}
          onRetry={() => void fetchNextPage()}
        />
      )}
    </>
  )
}
