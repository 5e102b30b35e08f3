import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notices/empty-state.tsx'
import { PagedList } from '../../ui/list-states.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { type FeedFilter, feedQuery } from '../posts/index.ts'
import { OperatorHint } from './operator-hint/operator-hint.tsx'
import { listSpotChanges, listPosts } from './feed-cache.ts'
import { groupPosts, findSet } from './post-sets.ts'
import { NewPostsPill } from './live/new-posts-pill.tsx'
import { PostCard } from './post/post-card.tsx'
import type { OpenItem } from './post/post-media.tsx'
import { PostPending } from './post/post-pending.tsx'
import { SpotChanges } from './spot-changes/spot-changes.tsx'
import { useLiveFeed } from './live/use-live-feed.ts'
import { WindowedRow } from './windowed-list.tsx'
import styles from './feed.module.css'

/** The distance (px) from the end at which the next page is requested. */
const AHEAD = 1600
/** The inset appears after the post with this index, counted from 0. */
const INSET_AFTER = 1

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
        <div className={styles.ways}>
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
  /** The messages for loading and for an empty list. They default to the feed's messages. */
  loading?: string
  empty?: ReactNode
  /** Content other than posts, after the second post, or after the last one if there are fewer. May render nothing. */
  inset?: ReactNode
}

/** A list of posts, newest first, with infinite scrolling, live updates, and no layout shifts. */
export function FeedList({ filter, onShowAll, onOpen, loading = m.feed_loading(), empty, inset }: Props) {
  const feed = useInfiniteQuery(feedQuery(filter))
  const { newer, showNewer } = useLiveFeed(filter, feed.data !== undefined)
  const posts = listPosts(feed.data)
  const groups = groupPosts(posts)
  const changes = listSpotChanges(feed.data)
  const skeleton = (
    <Loading label={loading}>
      <PostPending />
    </Loading>
  )
  return (
    <PagedList
      query={feed}
      count={posts.length}
      failed={m.feed_failed_title()}
      skeleton={skeleton}
      top={newer > 0 && <NewPostsPill count={newer} onShow={showNewer} />}
      empty={
        <>
          {empty ?? <Empty filter={filter} onShowAll={onShowAll} />}
          {inset}
        </>
      }
      next={{ label: m.feed_loading_next(), failed: m.feed_next_failed(), ahead: AHEAD }}
    >
      {posts.length > 0 && (
        <div className={styles.root} role="feed" aria-busy={feed.isFetching} aria-label={m.feed_label()}>
          {posts.map((post, index) => (
            <Fragment key={post.id}>
              <SpotChanges {...{ changes, posts, index }} />
              <WindowedRow id={post.id} index={index} className={styles.row}>
                <PostCard
                  post={post}
                  set={findSet(post, groups)}
                  onOpen={onOpen}
                  eager={index === 0}
                  position={index + 1}
                />
              </WindowedRow>
              {inset && index === Math.min(INSET_AFTER, posts.length - 1) && (
                <div className={styles.inset}>{inset}</div>
              )}
            </Fragment>
          ))}
          <SpotChanges {...{ changes, posts }} index={posts.length} />
        </div>
      )}
    </PagedList>
  )
}
