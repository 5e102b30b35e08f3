import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded, NextPage } from '../../ui/list-states.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { type FeedFilter, feedQuery } from '../posts/index.ts'
import { OperatorHint } from '../welcome/operator-hint.tsx'
import { groupsOf, postsOf, setOf } from './feed-cache.ts'
import { NewPostsPill } from './new-posts-pill.tsx'
import { PostCard } from './post-card.tsx'
import type { OpenItem } from './post-media.tsx'
import { PostPending } from './post-pending.tsx'
import { useLiveFeed } from './use-live-feed.ts'
import { WindowedRow } from './windowed.tsx'
import './feed.css'

/** The next page is asked for so long, in px, before its place is reached. */
const AHEAD = 1600

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
      <OperatorHint />
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

type Props = {
  filter: FeedFilter
  onShowAll?: (() => void) | undefined
  onOpen: OpenItem
  /** The texts while the first posts load, and when there are none; the dashboard's unless given. */
  loading?: string
  empty?: ReactNode
}

/** Posts, newest first: loaded page by page while scrolling, updated live, never jumping. */
export function FeedList({ filter, onShowAll, onOpen, loading = m.feed_loading(), empty }: Props) {
  const feed = useInfiniteQuery(feedQuery(filter))
  const { data, fetchNextPage, hasNextPage } = feed
  const { newer, showNewer } = useLiveFeed(filter, data !== undefined)
  const posts = postsOf(data)
  const groups = groupsOf(posts)

  // Deleting what was loaded must not leave an empty screen with more to come.
  useEffect(() => {
    if (data && posts.length === 0 && hasNextPage) void fetchNextPage()
  }, [data, posts.length, hasNextPage, fetchNextPage])

  const skeleton = (
    <Loading label={loading}>
      <PostPending />
    </Loading>
  )
  return (
    <Loaded query={feed} failed={m.feed_failed_title()} skeleton={skeleton}>
      {newer > 0 && <NewPostsPill count={newer} onShow={showNewer} />}
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
      <NextPage pages={feed} label={m.feed_loading_next()} failed={m.feed_next_failed()} ahead={AHEAD} />
    </Loaded>
  )
}
