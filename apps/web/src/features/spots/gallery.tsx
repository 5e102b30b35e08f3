import type { GalleryItem, Media } from '@nollie/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/names.ts'
import { Button, EmptyState, Loading, Photo, Skeleton, Spinner } from '../../ui/index.ts'
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

function Video({ media, label }: { media: Media; label: string }) {
  const [playing, setPlaying] = useState(false)
  const poster = media.base ? (
    <Photo media={media} alt={playing ? '' : label} square className="tile-fill" />
  ) : null
  if (media.status !== 'ready' || !media.url)
    return (
      <>
        {poster}
        <Processing />
      </>
    )
  if (playing)
    // biome-ignore lint/a11y/useMediaCaption: people's clips have no captions
    return <video className="tile-fill" src={media.url} controls autoPlay playsInline aria-label={label} />
  return (
    <button type="button" className="tile-fill" onClick={() => setPlaying(true)} aria-label={label}>
      {poster}
      <span className="tile-play">
        <Play size={22} fill="currentColor" aria-hidden="true" />
      </span>
    </button>
  )
}

function Tile({ item, spot }: { item: GalleryItem; spot: string }) {
  const { media } = item
  const name = nameOf(item.user)
  return (
    <li className="tile">
      {media.type === 'video' ? (
        <Video media={media} label={m.spot_media_video({ spot, name })} />
      ) : (
        <Photo media={media} alt={m.spot_media_photo({ spot, name })} square className="tile-fill" />
      )}
    </li>
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
