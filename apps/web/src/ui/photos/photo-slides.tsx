import { useState } from 'react'
import { classes } from '../../lib/classes.ts'
import { Photo, type PhotoSource } from './photo.tsx'
import styles from './photo-slides.module.css'

type Slide = { key: string; media: PhotoSource; alt: string }

type Props = {
  /** The first photo loads with the screen, the others on first touch. */
  slides: readonly Slide[]
  /** The row's accessible name. */
  label: string
  /** The photos' width on screen, as in `<img sizes>`. */
  sizes: string
  className?: string | undefined
  eager?: boolean | 'first'
}

/** A row of photos to swipe through one at a time, with a dot for each. */
export function PhotoSlides({ slides, label, sizes, className, eager = false }: Props) {
  const [touched, setTouched] = useState(false)
  const [shown, setShown] = useState(0)
  const swipes = slides.length > 1
  const touch = () => setTouched(true)
  return (
    <div className={classes(styles.root, className)}>
      <div
        className={styles.row}
        {...(swipes && { role: 'group', tabIndex: 0, 'aria-label': label })}
        onPointerEnter={touch}
        onTouchStart={touch}
        onFocus={touch}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          touch()
          setShown(Math.round(Math.abs(scrollLeft) / clientWidth))
        }}
      >
        {slides.map(({ key, media, alt }, at) => (
          <span key={key} className={styles.slide}>
            {(at === 0 || touched) && (
              <Photo
                media={media}
                alt={alt}
                sizes={sizes}
                className={styles.photo}
                eager={at === 0 && eager}
              />
            )}
          </span>
        ))}
      </div>
      {swipes && (
        <span className={styles.dots} aria-hidden="true">
          {slides.map(({ key }, at) => (
            <span key={key} data-on={at === shown ? '' : undefined} />
          ))}
        </span>
      )}
    </div>
  )
}
