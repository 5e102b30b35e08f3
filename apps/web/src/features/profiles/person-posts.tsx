import type { Post } from '@nollie/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Images, Play } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { postTitle } from '../../lib/text/post-title.ts'
import { listItems } from '../../lib/paging.ts'
import { EmptyState, Loading, PagedList, Photo, Skeleton, Spinner } from '../../ui/index.ts'
import { PostCard } from '../feed/index.ts'
import { preloadLightbox } from '../lightbox/index.ts'
import { postsQuery } from './profile-requests.ts'
import styles from './profiles.module.css'

type OpenItem = (post_id: string, media_index: number) => void

/** A post's tile: its first photo or video. */
function Tile({ post, onOpen }: { post: Post; onOpen: OpenItem }) {
  const [first] = post.media
  if (!first) return null
  const { media, media_index } = first
  const isVideo = media.type === 'video'
  const params = { title: postTitle(post.title) }
  const label = media.alt_text ?? (isVideo ? m.profiles_post_video(params) : m.profiles_post_photo(params))
  const isPlayable = isVideo && media.status === 'ready'
  return (
    <button
      type="button"
      className={styles.tile}
      aria-label={label}
      onClick={() => onOpen(post.id, media_index)}
      onPointerEnter={preloadLightbox}
      onFocus={preloadLightbox}
    >
      {(media.base || media.url) && <Photo media={media} alt="" square className={styles.tileFill} />}
      {isVideo && !isPlayable && (
        <span className={styles.tileProcessing}>
          <Spinner />
          {m.profiles_processing()}
        </span>
      )}
      {post.media.length > 1 ? (
        <span className={styles.tileSign}>
          <Images size={20} aria-hidden="true" />
        </span>
      ) : (
        isPlayable && (
          <span className={styles.tileSign}>
            <Play size={20} fill="currentColor" aria-hidden="true" />
          </span>
        )
      )}
    </button>
  )
}

/** A person's posts in three columns, newest first. Photos and videos open the lightbox; text posts show their text. */
export function PersonPosts({ user_id, own, onOpen }: { user_id: string; own: boolean; onOpen: OpenItem }) {
  const query = useInfiniteQuery(postsQuery(user_id))
  const posts = listItems(query.data)
  const skeleton = (
    <Loading label={m.profiles_posts_loading()}>
      <div className={styles.tiles}>
        {[0, 1, 2].map((n) => (
          <Skeleton key={n} className={styles.tile} />
        ))}
      </div>
    </Loading>
  )
  const empty = (
    <EmptyState art="gallery" title={m.profiles_posts_empty()}>
      {own && m.profiles_posts_empty_own()}
    </EmptyState>
  )
  return (
    <PagedList
      query={query}
      count={posts.length}
      failed={m.profiles_posts_failed()}
      skeleton={skeleton}
      empty={empty}
      next={{ label: m.profiles_posts_loading() }}
    >
      <ul className={styles.tiles}>
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
    </PagedList>
  )
}
