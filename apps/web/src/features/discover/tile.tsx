import type { DiscoverItem } from '@nollie/contract'
import { Heart, Images, MessageCircle, Play } from 'lucide-react'
import { type CSSProperties, memo, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { Photo, Spinner } from '../../ui/index.ts'
import { useItem } from '../posts/index.ts'
import { preloadLightbox } from '../lightbox/index.ts'
import { buildKey } from './grid-cache.ts'
import { TileVideo } from './tile-video.tsx'
import { classes } from '../../lib/classes.ts'
import styles from './tile.module.css'
import discoverStyles from './discover.module.css'

/** Opens the lightbox on a photo or video. */
export type OpenItem = (post_id: string, media_index: number) => void

/** The details shown on hover or focus: spot, author, and live likes. */
function Details({ item }: { item: DiscoverItem }) {
  const { likes_count, comments_count } = useItem(item.post_id, item.media_index)
  return (
    <div className={classes(styles.over, styles.details)} aria-hidden="true">
      <b>{item.spot?.name ?? m.discover_unknown_spot()}</b>
      <small>{m.discover_by({ name: getName(item.user, NAMELESS.poster) })}</small>
      <span className={discoverStyles.counts}>
        <span>
          <Heart size={16} />
          <span>{likes_count}</span>
        </span>
        <span>
          <MessageCircle size={16} />
          <span>{comments_count}</span>
        </span>
      </span>
    </div>
  )
}

/** The number of tiles on the first screen of a phone. */
const FIRST_SCREEN = 15

function eagerAt(index: number) {
  return index === 0 ? 'first' : index < FIRST_SCREEN
}

type Props = {
  item: DiscoverItem
  /** The tile's index among all tiles, starting at 0. */
  index: number
  total: number
  /** Whether the post has more than one item. */
  isOfSet: boolean
  still: boolean
  /** Called when the tile receives focus. */
  onHold: (key: string) => void
  onOpen: OpenItem
}

/** A photo or video in the grid that opens the lightbox. */
export const Tile = memo(function Tile({ item, index, total, isOfSet, still, onHold, onOpen }: Props) {
  const { media, post_id, media_index } = item
  const box = useRef<HTMLLIElement>(null)
  const [active, setActive] = useState(false)
  const isVideo = media.type === 'video'
  const isReady = media.status === 'ready'
  const names = {
    spot: item.spot?.name ?? m.discover_unknown_spot(),
    name: getName(item.user, NAMELESS.poster),
    likes: item.likes_count,
    comments: item.comments_count,
  }
  const show = () => {
    setActive(true)
    preloadLightbox()
  }
  return (
    <li
      ref={box}
      className={styles.root}
      data-card=""
      style={{ '--row': Math.floor(index / 3), '--col': index % 3 } as CSSProperties}
      aria-posinset={index + 1}
      aria-setsize={total}
    >
      <button
        type="button"
        aria-label={media.alt_text ?? (isVideo ? m.discover_video(names) : m.discover_photo(names))}
        onClick={() => onOpen(post_id, media_index)}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && show()}
        onPointerLeave={({ currentTarget }) => setActive(currentTarget.matches(':focus-visible'))}
        onFocus={({ currentTarget }) => {
          onHold(buildKey(item))
          if (currentTarget.matches(':focus-visible')) show()
        }}
        onBlur={() => setActive(false)}
      >
        <Photo media={media} alt="" square className={discoverStyles.fill} eager={eagerAt(index)} />
        {isVideo && <TileVideo item={item} box={box} still={still} />}
        {(isVideo ? isReady : isOfSet) && (
          <span className={discoverStyles.sign} aria-hidden="true">
            {isVideo ? <Play size={20} fill="currentColor" /> : <Images size={20} />}
          </span>
        )}
      </button>
      {isVideo && media.status === 'processing' && (
        <p className={classes(styles.over, styles.processing)}>
          <Spinner />
          {m.discover_processing()}
        </p>
      )}
      {active && <Details item={item} />}
    </li>
  )
})
