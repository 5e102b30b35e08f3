import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CSSProperties, type ReactNode, type Ref, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/index.ts'
import { AltBadge } from '../alt-texts/index.ts'
import { Slide } from './slide.tsx'
import type { LightboxItem, LightboxSpot } from './lightbox-item.ts'
import { buildCounter, describeItem } from './lightbox-text.ts'
import { useGestures } from './use-gestures.ts'
import { classes } from '../../lib/classes.ts'
import styles from './lightbox.module.css'

type Props = {
  items: readonly LightboxItem[]
  index: number
  more: boolean
  getSpot: (item: LightboxItem) => LightboxSpot | null
  onStep: (by: -1 | 1) => void
  onClose: () => void
  /** Content shown over the bottom left corner. */
  plate?: ReactNode
}

function buildItemName({ post_id, media_index }: LightboxItem) {
  return `${post_id}.${media_index}`
}

type SlidesProps = Pick<Props, 'items' | 'index' | 'getSpot'> & { track: Ref<HTMLDivElement> }

function Slides({ items, index, getSpot, track }: SlidesProps) {
  // The neighboring items load after the current one.
  const [settled, setSettled] = useState(false)
  return (
    <div
      className={styles.track}
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
            className={styles.slide}
            key={buildItemName(item)}
            style={{ '--place': slot } as CSSProperties}
            data-shown={isShown ? '' : undefined}
            inert={!isShown}
          >
            <Slide
              media={item.media}
              label={describeItem(item, getSpot(item))}
              isShown={isShown}
              eager={isShown || settled}
            />
          </div>
        )
      })}
    </div>
  )
}

/** The current item and its neighbors. Supports swiping, pulling down, pinching, scrolling, and clicking. */
export function Stage({ items, index, more, getSpot, onStep, onClose, plate }: Props) {
  const shown = items[index]
  const neighbours = { previous: index > 0, next: index < items.length - 1 }
  const shownName = shown ? buildItemName(shown) : ''
  const { stage, track } = useGestures({ shownName, neighbours, onStep, onClose })
  return (
    <div className={styles.stage} ref={stage}>
      <Slides {...{ items, index, getSpot, track }} />
      {items.length > 1 && (
        <p className={styles.counter} aria-hidden="true">
          {buildCounter(index, items.length, more)}
        </p>
      )}
      {neighbours.previous && (
        <IconButton
          label={m.lightbox_previous()}
          variant="glass"
          className={classes(styles.arrow, styles.arrowPrevious)}
          onClick={() => onStep(-1)}
        >
          <ChevronLeft size={24} aria-hidden="true" />
        </IconButton>
      )}
      {neighbours.next && (
        <IconButton
          label={m.lightbox_next()}
          variant="glass"
          className={classes(styles.arrow, styles.arrowNext)}
          onClick={() => onStep(1)}
        >
          <ChevronRight size={24} aria-hidden="true" />
        </IconButton>
      )}
      {shown && <AltBadge key={shownName} media={shown.media} className={styles.alt} />}
      {plate}
    </div>
  )
}
