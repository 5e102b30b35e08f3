import type { GalleryItem } from '@nollie/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Heart, MessageCircle, Play, Plus } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { listItems } from '../../../lib/paging.ts'
import { Button, FailedNote, PagedList, Photo, Skeleton, Spinner } from '../../../ui/index.ts'
import { useItem } from '../../posts/index.ts'
import { preloadLightbox, useOpenItem, LightboxHost, type LightboxSpot } from '../../lightbox/index.ts'
import { spotGalleryQuery } from '../spot-requests.ts'
import styles from '../spots.module.css'

function Processing() {
  return (
    <span className={styles.tileProcessing}>
      <Spinner />
      {m.spots_media_processing()}
    </span>
  )
}

// Decorative counts on the photo. The lightbox has them as labeled buttons.
function TileCounts({ post_id, media_index }: Pick<GalleryItem, 'post_id' | 'media_index'>) {
  const { liked, likes_count, comments_count } = useItem(post_id, media_index)
  if (likes_count === 0 && comments_count === 0) return null
  return (
    <span className={styles.tileCounts} aria-hidden="true">
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
  const names = { spot, name: getName(item.user) }
  const isVideo = media.type === 'video'
  const label = media.alt_text ?? (isVideo ? m.spots_media_video(names) : m.spots_media_photo(names))
  const isPlayable = isVideo && media.status === 'ready' && media.url !== null
  return (
    <li className={styles.tile}>
      <button
        type="button"
        className={styles.tileFill}
        aria-label={media.base ? undefined : label}
        data-described={media.alt_text ? '' : undefined}
        onClick={() => open(post_id, media_index)}
        onPointerEnter={preloadLightbox}
        onFocus={preloadLightbox}
      >
        {(media.base || media.url) && <Photo media={media} alt={label} square className={styles.tileFill} />}
        {isPlayable && (
          <span className={styles.tilePlay}>
            <Play size={22} fill="currentColor" aria-hidden="true" />
          </span>
        )}
        {isVideo && !isPlayable && <Processing />}
        <TileCounts post_id={post_id} media_index={media_index} />
      </button>
    </li>
  )
}

/** The lightbox on a spot's page. It pages through the whole gallery, no matter where on the page it was opened. */
export function SpotLightbox({ spot }: { spot: LightboxSpot }) {
  const gallery = useInfiniteQuery(spotGalleryQuery(spot.id))
  const items = gallery.data && listItems(gallery.data)
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

function Skeletons() {
  return (
    <div className={styles.tiles} aria-busy="true">
      {[0, 1, 2].map((n) => (
        <Skeleton key={n} className={styles.tile} />
      ))}
    </div>
  )
}

function failed(retry: () => void) {
  return <FailedNote className={styles.galleryFailed} text={m.spots_media_failed()} onRetry={retry} />
}

/** The number of tiles in three rows. */
const FIRST_TILES = 9

type Props = { spotId: string; spotName: string; onAdd: () => void }

/** A spot's photos and videos in three columns, newest post first. Shows three rows until someone expands it. */
export function SpotGallery({ spotId, spotName, onAdd }: Props) {
  const gallery = useInfiniteQuery(spotGalleryQuery(spotId))
  const [showsAll, setShowsAll] = useState(false)
  const items = listItems(gallery.data)
  const hasMore = items.length > FIRST_TILES && !showsAll
  const empty = (
    <div className={styles.galleryEmpty}>
      <h3>{m.spots_media_empty_title()}</h3>
      <p>{m.spots_media_empty_text()}</p>
    </div>
  )
  return (
    <>
      <PagedList
        query={hasMore ? { ...gallery, hasNextPage: false } : gallery}
        count={items.length}
        failed={failed}
        skeleton={<Skeletons />}
        empty={empty}
        next={{
          label: m.shell_loading(),
          more: m.spots_media_more(),
          className: styles.galleryMore,
          byHand: true,
        }}
      >
        <ul className={styles.tiles} data-prints="">
          {(hasMore ? items.slice(0, FIRST_TILES) : items).map((item) => (
            <Tile key={`${item.post_id}/${item.media_index}`} item={item} spot={spotName} />
          ))}
        </ul>
      </PagedList>
      <div className={styles.galleryFoot}>
        {hasMore && (
          <Button variant="quiet" size="sm" onClick={() => setShowsAll(true)}>
            {gallery.hasNextPage ? m.spots_media_all() : m.spots_media_all_count({ count: items.length })}
          </Button>
        )}
        <Button variant="ink" size="sm" icon={<Plus aria-hidden="true" />} onClick={onAdd}>
          {m.spots_media_add()}
        </Button>
      </div>
    </>
  )
}
