import { photoFiles, squareFile } from '@nollie/contract/media/picture-sources'
import type { CSSProperties } from 'react'
import { classes } from '../../lib/classes.ts'
import { usePhotoState } from './use-photo-state.ts'
import styles from './photo.module.css'

/** The media item fields that a photo needs. `base` has the variants; `url` is the fallback for older photos. */
export type PhotoSource = {
  base: string | null
  url?: string | null
  width?: number | null
  height?: number | null
  thumbhash?: string | null
}

type WithPhoto = { photo: PhotoSource | null; photo_url: string | null }

/** Returns a card's photo. Older spots have only its URL. */
export function getCardPhoto({ photo, photo_url }: WithPhoto): PhotoSource | null {
  return photo ?? (photo_url ? { base: null, url: photo_url } : null)
}

type Props = {
  media: PhotoSource
  alt: string
  /** The photo's width on screen, as in `<img sizes>`; `square` uses only the 400 px square. */
  sizes?: string
  square?: boolean
  className?: string | undefined
  style?: CSSProperties
  /**
   * Whether the photo is on the first screen. If so, it loads immediately and renders progressively; `first` also gives
   * it the highest priority.
   */
  eager?: boolean | 'first'
}

/** A photo: first a blurred placeholder, then AVIF or WebP at the right size. A broken file renders nothing. */
export function Photo({
  media,
  alt,
  sizes = '100vw',
  square = false,
  className = '',
  style,
  eager = false,
}: Props) {
  const { base, url, thumbhash } = media
  const { state, blur, attach, onLoad, onError } = usePhotoState({
    base,
    url,
    thumbhash,
    eager: Boolean(eager),
  })
  const fallback = base ? `${base}/${square ? 400 : 1080}.webp` : url
  if (!fallback) return null
  return (
    <span
      className={classes(styles.root, className)}
      data-eager={eager ? '' : undefined}
      style={{ ...style, ...(blur ? { backgroundImage: `url(${blur})` } : {}) }}
    >
      {state !== 'broken' && (
        <picture>
          {base && (
            <>
              <source
                type="image/avif"
                srcSet={(square ? squareFile : photoFiles)(base, 'avif')}
                sizes={sizes}
              />
              <source
                type="image/webp"
                srcSet={(square ? squareFile : photoFiles)(base, 'webp')}
                sizes={sizes}
              />
            </>
          )}
          <img
            src={fallback}
            alt={alt}
            width={square ? 400 : (media.width ?? undefined)}
            height={square ? 400 : (media.height ?? undefined)}
            loading={eager ? 'eager' : 'lazy'}
            fetchPriority={eager === 'first' ? 'high' : 'auto'}
            decoding={eager ? 'auto' : 'async'}
            data-loaded={state === 'there' ? '' : undefined}
            ref={attach}
            onLoad={onLoad}
            onError={onError}
          />
        </picture>
      )}
    </span>
  )
}
