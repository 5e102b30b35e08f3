import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/index.ts'
import { Slide } from './slide.tsx'
import type { LightboxItem, LightboxSpot } from './lightbox-item.ts'
import { counterOf, labelOf } from './lightbox-text.ts'
import { watchGestures } from './watch-gestures.ts'

type Props = {
  items: readonly LightboxItem[]
  index: number
  more: boolean
  spotOf: (item: LightboxItem) => LightboxSpot | null
  onStep: (by: -1 | 1) => void
  onClose: () => void
  /** Lower left, over the picture. */
  plate?: ReactNode
}

const nameOfItem = ({ post_id, media_index }: LightboxItem) => `${post_id}.${media_index}`

/** The picture in the middle with its neighbours at hand: swiped, pulled down, pinched, rolled and clicked through. */
export function Stage({ items, index, more, spotOf, onStep, onClose, plate }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const gestures = useRef<ReturnType<typeof watchGestures> | null>(null)
  // Neighbours wait until the picture in the middle is there.
  const [settled, setSettled] = useState(false)
  const shown = items[index]
  const neighbours = { previous: index > 0, next: index < items.length - 1 }
  const shownName = shown ? nameOfItem(shown) : ''

  const neighboursNow = useEffectEvent(() => neighbours)
  const swiped = useEffectEvent((to: 'previous' | 'next' | 'close') =>
    to === 'close' ? onClose() : onStep(to === 'next' ? 1 : -1),
  )
  useEffect(() => {
    if (!stage.current || !track.current) return
    gestures.current = watchGestures(stage.current, {
      neighbours: () => neighboursNow(),
      picture: () => track.current?.querySelector<HTMLElement>('[data-shown] > .photo') ?? null,
      track: track.current,
      onSwipe: (to) => swiped(to),
    })
    return () => gestures.current?.stop()
  }, [])
  // Another item begins anew.
  useEffect(() => gestures.current?.reset(), [shownName])

  return (
    <div className="lightbox-stage" ref={stage}>
      <div
        className="lightbox-track"
        ref={track}
        style={{ '--index': index } as CSSProperties}
        onLoadCapture={() => setSettled(true)}
        onErrorCapture={() => setSettled(true)}
        onLoadedMetadataCapture={() => setSettled(true)}
      >
        {items.slice(Math.max(0, index - 1), index + 2).map((item, at) => {
          const slot = Math.max(0, index - 1) + at
          const isShown = slot === index
          return (
            <div
              className="lightbox-slide"
              key={nameOfItem(item)}
              style={{ '--place': slot } as CSSProperties}
              data-shown={isShown ? '' : undefined}
              inert={!isShown}
            >
              <Slide
                media={item.media}
                label={labelOf(item, spotOf(item))}
                isShown={isShown}
                eager={isShown || settled}
              />
            </div>
          )
        })}
      </div>
      {items.length > 1 && (
        <p className="lightbox-counter" aria-hidden="true">
          {counterOf(index, items.length, more)}
        </p>
      )}
      {neighbours.previous && (
        <IconButton
          label={m.lightbox_previous()}
          variant="glass"
          className="lightbox-arrow lightbox-arrow-previous"
          onClick={() => onStep(-1)}
        >
          <ChevronLeft size={24} aria-hidden="true" />
        </IconButton>
      )}
      {neighbours.next && (
        <IconButton
          label={m.lightbox_next()}
          variant="glass"
          className="lightbox-arrow lightbox-arrow-next"
          onClick={() => onStep(1)}
        >
          <ChevronRight size={24} aria-hidden="true" />
        </IconButton>
      )}
      {plate}
    </div>
  )
}
