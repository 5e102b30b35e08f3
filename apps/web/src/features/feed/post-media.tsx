import { PHOTO_SIZES } from '@nollie/contract/pictures'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { Photo } from '../../ui/photo.tsx'
import { fitOf, frameOf } from './media-shape.ts'
import { PostVideo } from './post-video.tsx'
import type { ShownItem } from './shown-items.ts'
import { TapArea } from './tap-area.tsx'

/** Opens the lightbox on a photo or video. */
export type OpenItem = (post_id: string, media_index: number, comments?: boolean) => void

type Props = {
  items: readonly ShownItem[]
  at: number
  /** What the pictures are of. */
  label: string
  onMove: (at: number) => void
  onOpen: OpenItem
  eager: boolean
}

/** The photos and videos of a card: swiped by finger, turned by arrows; a tap opens the lightbox, two like. */
export function PostMedia({ items, at, label, onMove, onOpen, eager }: Props) {
  const strip = useRef<HTMLUListElement>(null)
  const total = items.length
  const shown = useRef(0)
  const frame = frameOf(items[0]?.media)

  // Follows what the card says is shown; what the finger did is there already.
  useLayoutEffect(() => {
    const box = strip.current
    // A card begins with its first: measuring would lay the whole page out before it is painted.
    if (!box || at === shown.current) return
    const now = Math.round(box.scrollLeft / Math.max(1, box.clientWidth))
    if (now !== at) box.scrollTo({ left: at * box.clientWidth, behavior: 'instant' })
    shown.current = at
  }, [at])

  const turn = (step: number) => {
    const box = strip.current
    box?.scrollTo({ left: (at + step) * box.clientWidth, behavior: 'smooth' })
  }
  const scrolled = () => {
    const box = strip.current
    if (!box || box.clientWidth === 0) return
    const now = Math.min(total - 1, Math.max(0, Math.round(box.scrollLeft / box.clientWidth)))
    if (now === shown.current) return
    shown.current = now
    onMove(now)
  }
  return (
    <div className="post-media" style={{ aspectRatio: frame }}>
      <ul ref={strip} className="post-strip" onScroll={scrolled} data-one={total === 1 ? '' : undefined}>
        {items.map(({ key, post_id, media_index, media }, index) => {
          const alt =
            total > 1
              ? m.feed_photo_of_many({ title: label, at: index + 1, total })
              : m.feed_photo({ title: label })
          return (
            <li key={key} className="post-slide" inert={index !== at}>
              {media.type === 'video' ? (
                <PostVideo
                  media={media}
                  post_id={post_id}
                  media_index={media_index}
                  label={label}
                  isShown={index === at}
                  onOpen={() => onOpen(post_id, media_index)}
                />
              ) : (
                <TapArea
                  label={m.feed_open({ what: alt })}
                  post_id={post_id}
                  media_index={media_index}
                  onOpen={() => onOpen(post_id, media_index)}
                >
                  <Photo
                    media={media}
                    alt={alt}
                    sizes={PHOTO_SIZES.post}
                    className={`post-photo post-photo-${fitOf(media, frame)}`}
                    eager={eager && index === at && 'first'}
                  />
                </TapArea>
              )}
            </li>
          )
        })}
      </ul>
      {total > 1 && (
        <>
          <p className="post-count">
            <span aria-hidden="true">{m.feed_count({ at: at + 1, total })}</span>
            <span className="sr-only" role="status">
              {m.feed_count_label({ at: at + 1, total })}
            </span>
          </p>
          <button
            type="button"
            className="icon-btn icon-btn-glass post-turn"
            aria-label={m.feed_previous()}
            disabled={at === 0}
            onClick={() => turn(-1)}
          >
            <ChevronLeft size={22} aria-hidden="true" />
          </button>
          <button
            type="button"
            className="icon-btn icon-btn-glass post-turn post-turn-next"
            aria-label={m.feed_next()}
            disabled={at === total - 1}
            onClick={() => turn(1)}
          >
            <ChevronRight size={22} aria-hidden="true" />
          </button>
        </>
      )}
    </div>
  )
}
