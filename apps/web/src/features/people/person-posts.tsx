import type { Post } from '@nollie/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Images, Play } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { EmptyState, Loaded, Loading, NextPage, Photo, Skeleton, Spinner } from '../../ui/index.ts'
import { PostCard } from '../feed/index.ts'
import { preloadLightbox } from '../lightbox/index.ts'
import { postsQuery } from './people-requests.ts'

type OpenItem = (post_id: string, media_index: number) => void

/** A post of photos and clips by its first one. */
function Tile({ post, onOpen }: { post: Post; onOpen: OpenItem }) {
  const [first] = post.media
  if (!first) return null
  const { media, media_index } = first
  const isVideo = media.type === 'video'
  const params = { title: post.title }
  const label = isVideo ? m.people_post_video(params) : m.people_post_photo(params)
  const isPlayable = isVideo && media.status === 'ready'
  return (
    <button
      type="button"
      className="person-tile"
      aria-label={label}
      onClick={() => onOpen(post.id, media_index)}
      onPointerEnter={preloadLightbox}
      onFocus={preloadLightbox}
    >
      {(media.base || media.url) && <Photo media={media} alt="" square className="person-tile-fill" />}
      {isVideo && !isPlayable && (
        <span className="person-tile-processing">
          <Spinner />
          {m.people_processing()}
        </span>
      )}
      {post.media.length > 1 ? (
        <span className="person-tile-sign">
          <Images size={20} aria-hidden="true" />
        </span>
      ) : (
        isPlayable && (
          <span className="person-tile-sign">
            <Play size={20} fill="currentColor" aria-hidden="true" />
          </span>
        )
      )}
    </button>
  )
}

/** Posts in three columns, newest first; photos and clips open the lightbox, texts are shown as they are. */
export function PersonPosts({ user_id, own, onOpen }: { user_id: string; own: boolean; onOpen: OpenItem }) {
  const query = useInfiniteQuery(postsQuery(user_id))
  const posts = query.data?.pages.flatMap(({ items }) => items) ?? []
  const skeleton = (
    <Loading label={m.people_posts_loading()}>
      <div className="person-tiles">
        {[0, 1, 2].map((n) => (
          <Skeleton key={n} className="person-tile" />
        ))}
      </div>
    </Loading>
  )
  return (
    <Loaded query={query} failed={m.people_posts_failed()} skeleton={skeleton}>
      {posts.length === 0 && (
        <EmptyState art="gallery" title={m.people_posts_empty()}>
          {own && m.people_posts_empty_own()}
        </EmptyState>
      )}
      <ul className="person-tiles">
        {posts.map((post) => (
          <li key={post.id} data-text={post.media.length === 0 ? '' : undefined}>
            {post.media.length > 0 ? (
              <Tile post={post} onOpen={onOpen} />
            ) : (
              <PostCard post={post} onOpen={onOpen} />
            )}
          </li>
        ))}
      </ul>
      <NextPage pages={query} label={m.people_posts_loading()} />
    </Loaded>
  )
}
