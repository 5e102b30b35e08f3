import { PHOTO_SIZES } from '@nollie/contract/media/picture-sources'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { CSSProperties } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Photo, type PhotoSource } from '../../../ui/photos/photo.tsx'
import { getFit, getFrameRatio } from './media-shape.ts'
import { PostVideo } from './post-video.tsx'
import type { ShownItem } from './shown-items.ts'
import { TapArea } from './tap-area.tsx'
import { useStrip } from './use-photo-swipe.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { classes } from '../../../lib/classes.ts'
import postCardStyles from './post-card.module.css'
import styles from './post-media.module.css'

/** Opens the lightbox on a photo or video. */
export type OpenItem = (post_id: string, media_index: number, comments?: boolean) => void

const FIT_CLASS = { cover: '', contain: postCardStyles.photoContain, 'own-size': postCardStyles.photoOwnSize }

type Props = {
  items: readonly ShownItem[]
  at: number
  /** Names the photos' and videos' spot, or their post, and their author. */
  label: string
  onMove: (at: number) => void
  onOpen: OpenItem
  eager: boolean
}

type SlideProps = Pick<Props, 'label' | 'onOpen' | 'eager'> & {
  item: ShownItem
  alt: string
  /** The aspect ratio of the card's frame. */
  frame: ReturnType<typeof getFrameRatio>
  isShown: boolean
}

function getOwnSize({ width, height }: PhotoSource) {
  return { '--own-width': `${width}px`, '--own-height': `${height}px` } as CSSProperties
}

// Fills the frame around a small photo with a blurred enlargement of it. It has no text, so it's not an image element.
function Enlargement({ media: { base, url } }: { media: PhotoSource }) {
  const file = base ? `${base}/400.webp` : url
  if (!file) return null
  return (
    <span
      className={styles.enlargement}
      style={{ backgroundImage: `url(${JSON.stringify(file)})` }}
      aria-hidden="true"
      data-enlarged=""
    />
  )
}

function Slide({ item, alt, frame, isShown, label, onOpen, eager }: SlideProps) {
  const { post_id, media_index, media } = item
  const open = () => onOpen(post_id, media_index)
  const fit = getFit(media, frame)
  return (
    <li className={postCardStyles.slide} inert={!isShown}>
      {media.type === 'video' ? (
        <PostVideo
          {...{ media, post_id, media_index, isShown }}
          label={media.alt_text ?? label}
          onOpen={open}
        />
      ) : (
        <TapArea {...{ post_id, media_index }} label={m.feed_open({ what: alt })} onOpen={open}>
          {fit === 'own-size' && <Enlargement media={media} />}
          <Photo
            media={media}
            alt={alt}
            sizes={PHOTO_SIZES.post}
            className={classes(postCardStyles.photo, FIT_CLASS[fit])}
            style={fit === 'own-size' ? getOwnSize(media) : {}}
            eager={eager && isShown && 'first'}
          />
        </TapArea>
      )}
    </li>
  )
}

function TurnButtons({ at, total, onTurn }: { at: number; total: number; onTurn: (step: number) => void }) {
  return (
    <>
      <IconButton
        variant="glass"
        className={styles.turn}
        label={m.feed_previous()}
        disabled={at === 0}
        onClick={() => onTurn(-1)}
      >
        <ChevronLeft size={22} aria-hidden="true" />
      </IconButton>
      <IconButton
        variant="glass"
        className={classes(styles.turn, styles.turnNext)}
        label={m.feed_next()}
        disabled={at === total - 1}
        onClick={() => onTurn(1)}
      >
        <ChevronRight size={22} aria-hidden="true" />
      </IconButton>
    </>
  )
}

/**
 * A card's photos and videos, with swiping and arrow buttons. A tap opens the lightbox, and a double tap adds a like.
 */
export function PostMedia({ items, at, label, onMove, onOpen, eager }: Props) {
  const total = items.length
  const frame = getFrameRatio(items[0]?.media)
  const { strip, turn, scrolled } = useStrip(at, total, onMove)
  const buildAlt = ({ media }: ShownItem, index: number) =>
    media.alt_text ??
    (total > 1
      ? m.feed_photo_of_many({ title: label, at: index + 1, total })
      : m.feed_photo({ title: label }))
  return (
    <div className={styles.root} style={{ aspectRatio: frame }}>
      <ul
        ref={strip}
        className={postCardStyles.strip}
        onScroll={scrolled}
        data-one={total === 1 ? '' : undefined}
      >
        {items.map((item, index) => (
          <Slide
            key={item.key}
            {...{ item, frame, label, onOpen, eager }}
            alt={buildAlt(item, index)}
            isShown={index === at}
          />
        ))}
      </ul>
      {total > 1 && (
        <>
          <p className={postCardStyles.count}>
            <span aria-hidden="true">{m.feed_count({ at: at + 1, total })}</span>
            <span className="sr-only" role="status">
              {m.feed_count_label({ at: at + 1, total })}
            </span>
          </p>
          <TurnButtons at={at} total={total} onTurn={turn} />
        </>
      )}
    </div>
  )
}
