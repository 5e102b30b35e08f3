import type { GalleryItem } from '@nollie/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Heart, MessageCircle, Play } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/names.ts'
import { Button, EmptyState, Loading, Photo, Skeleton, Spinner } from '../../ui/index.ts'
import { useItem } from '../posts/index.ts'
import { preloadLightbox, useOpenItem, LightboxHost, type LightboxSpot } from '../lightbox/index.ts'
import { spotGalleryQuery } from './spot-requests.ts'
import './spots.css'

function Processing() {
  return (
    <span className="tile-processing">
      <Spinner />
      {m.spot_media_processing()}
    </span>
  )
}

// Drawn over the photo, for eyes; the lightbox has the same to do and to read.
function TileCounts({ post_id, media_index }: Pick<GalleryItem, 'post_id' | 'media_index'>) {
  const { liked, likes_count, comments_count } = useItem(post_id, media_index)
  if (likes_count === 0 && comments_count === 0) return null
  return (
    <span className="tile-counts" aria-hidden="true">
      {likes_count > 0 && (
        <span data-liked={liked ? '' : undefined}>
          <Heart size={15} />
          {likes_count}
        </span>
      )}
      {comments_count > 0 && (
        <span>
          <MessageCircle size={15} />
          {comments_count}
        </span>
      )}
    </span>
  )
}

function Tile({ item, spot }: { item: GalleryItem; spot: string }) {
  const { media, post_id, media_index } = item
  const open = useOpenItem()
  const names = { spot, name: nameOf(item.user) }
  const isVideo = media.type === 'video'
  const label = isVideo ? m.spot_media_video(names) : m.spot_media_photo(names)
  const isPlayable = isVideo && media.status === 'ready' && media.url !== null
  return (
    <li className="tile">
      <button
        type="button"
        className="tile-fill"
        aria-label={media.base ? undefined : label}
        onClick={() => open(post_id, media_index)}
        onPointerEnter={preloadLightbox}
        onFocus={preloadLightbox}
      >
        {(media.base || media.url) && <Photo media={media} alt={label} square className="tile-fill" />}
        {isPlayable && (
          <span className="tile-play">
            <Play size={22} fill="currentColor" aria-hidden="true" />
          </span>
        )}
        {isVideo && !isPlayable && <Processing />}
        <TileCounts post_id={post_id} media_index={media_index} />
      </button>
    </li>
  )
}

/** What is opened of a spot: its whole gallery is paged through, wherever on the page it was opened. */
export function SpotLightbox({ spot }: { spot: LightboxSpot }) {
  const gallery = useInfiniteQuery(spotGalleryQuery(spot.id))
  const items = gallery.data?.pages.flatMap((page) => page.items)
  return (
    <LightboxHost
      items={items}
      loading={gallery.isPending}
      more={gallery.hasNextPage}
      onMore={() => void (gallery.isFetchingNextPage || gallery.fetchNextPage())}
      spot={spot}
    />
  )
}

/** The photos and videos of a spot in three columns, newest post first. */
export function SpotGallery({ spotId, spotName }: { spotId: string; spotName: string }) {
  const gallery = useInfiniteQuery(spotGalleryQuery(spotId))
  const items = gallery.data?.pages.flatMap((page) => page.items) ?? []
  if (gallery.isPending)
    return (
      <div className="tiles" aria-busy="true">
        {[0, 1, 2].map((n) => (
          <Skeleton key={n} className="tile" />
        ))}
      </div>
    )
  if (gallery.isError && items.length === 0)
    return (
      <div className="gallery-failed" role="alert">
        <p>{m.spot_media_failed()}</p>
        <Button variant="line" size="sm" onClick={() => void gallery.refetch()}>
          {m.shell_retry()}
        </Button>
      </div>
    )
  if (items.length === 0)
    return (
      <EmptyState art="gallery" title={m.spot_media_empty_title()} level={3}>
        {m.spot_media_empty_text()}
      </EmptyState>
    )
  return (
    <>
      <ul className="tiles">
        {items.map((item) => (
          <Tile key={`${item.post_id}/${item.media_index}`} item={item} spot={spotName} />
        ))}
      </ul>
      {gallery.hasNextPage && (
        <div className="gallery-more">
          <Button
            variant="line"
            busy={gallery.isFetchingNextPage && m.shell_loading()}
            onClick={() => void gallery.fetchNextPage()}
          >
            {m.spot_media_more()}
          </Button>
        </div>
      )}
    </>
  )
}

/** What stands in the place of a spot that is on its way. */
export function SpotSkeleton() {
  return (
    <Loading label={m.spot_loading()}>
      <Skeleton className="detail-cover" />
    </Loading>
  )
}
