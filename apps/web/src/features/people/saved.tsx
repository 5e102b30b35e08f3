import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { byCursor, from } from '../../lib/paging.ts'
import { EmptyState, Loaded, Loading, NextPage, Skeleton } from '../../ui/index.ts'
import { type OpenItem, PostCard } from '../feed/index.ts'
import { requestTime, receivePosts, onPostChange, SAVED_KEY } from '../posts/index.ts'
import { SpotLink } from './person-spots.tsx'
import '../feed/feed.css'

const postsQuery = infiniteQueryOptions({
  queryKey: [...SAVED_KEY, 'posts'],
  ...byCursor,
  queryFn: async ({ pageParam, signal }) => {
    const requestedAt = requestTime()
    const page = await call('GET /api/saved/posts', { query: from(pageParam), signal })
    receivePosts(page.items, requestedAt)
    return page
  },
})

const spotsQuery = infiniteQueryOptions({
  queryKey: [...SAVED_KEY, 'spots'],
  ...byCursor,
  queryFn: ({ pageParam, signal }) => call('GET /api/saved/spots', { query: from(pageParam), signal }),
})

const pending = (
  <Loading label={m.people_saved_loading()}>
    <Skeleton className="activity-skeleton" />
  </Loading>
)

/** The posts somebody saved, the latest saved first. */
export function SavedPosts({ onOpen }: { onOpen: OpenItem }) {
  const query = useInfiniteQuery(postsQuery)
  const client = useQueryClient()
  useEffect(
    () =>
      onPostChange(({ kind }) => {
        if (kind === 'deleted' || kind === 'gap') void client.invalidateQueries({ queryKey: SAVED_KEY })
      }),
    [client],
  )
  const posts = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Loaded query={query} failed={m.people_saved_failed()} skeleton={pending}>
      {posts.length === 0 && !query.hasNextPage && (
        <EmptyState art="gallery" title={m.people_saved_posts_empty()}>
          {m.people_saved_posts_empty_text()}
        </EmptyState>
      )}
      {posts.map((post) => (
        <div key={post.id} className="feed-row">
          <PostCard post={post} onOpen={onOpen} />
        </div>
      ))}
      <NextPage pages={query} label={m.people_saved_loading()} />
    </Loaded>
  )
}

/** The spots somebody saved, the latest saved first. */
export function SavedSpots() {
  const query = useInfiniteQuery(spotsQuery)
  const spots = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Loaded query={query} failed={m.people_saved_failed()} skeleton={pending}>
      {spots.length === 0 && !query.hasNextPage && (
        <EmptyState art="spots" title={m.people_saved_spots_empty()}>
          {m.people_saved_spots_empty_text()}
        </EmptyState>
      )}
      <ul className="person-spots person-spots-wide">
        {spots.map((spot) => (
          <li key={spot.id}>
            <SpotLink spot={spot} />
          </li>
        ))}
      </ul>
      <NextPage pages={query} label={m.people_saved_loading()} />
    </Loaded>
  )
}
