import { photoFiles, squareFile } from '@nollie/contract/pictures'
import { type CSSProperties, useEffect, useRef, useState } from 'react'

/** What a media item needs to be shown; `base` holds the variants, `url` is the fallback of older pictures. */
export type PhotoSource = {
  base: string | null
  url?: string | null
  width?: number | null
  height?: number | null
  thumbhash?: string | null
}

type Props = {
  media: PhotoSource
  alt: string
  /** How wide it stands on screen, as in `<img sizes>`; `square` shows only the 400 px square. */
  sizes?: string
  square?: boolean
  className?: string
  style?: CSSProperties
  /** It is on the first screen: fetched at once and painted as it comes; `first` before the others. */
  eager?: boolean | 'first'
}

/** A photograph: blurred placeholder first, AVIF or WebP in the right size, and nothing at all of a broken file. */
export function Photo({
  media,
  alt,
  sizes = '100vw',
  square = false,
  className = '',
  style,
  eager = false,
}: Props) {
  const [state, setState] = useState<'coming' | 'there' | 'broken'>('coming')
  const [blur, setBlur] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)
  const { base, thumbhash } = media
  useEffect(() => setState('coming'), [base, media.url])
  useEffect(() => {
    setBlur(null)
    // What is there already, as the photos that the head of the page names, needs nothing in its place.
    if (!thumbhash || image.current?.complete) return
    let isLeft = false
    import('../lib/thumbhash.ts').then(
      ({ thumbhashUrl }) => isLeft || setBlur(thumbhashUrl(thumbhash)),
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [thumbhash])
  const fallback = base ? `${base}/${square ? 400 : 1080}.webp` : media.url
  if (!fallback) return null
  return (
    <span
      className={`photo ${className}`}
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
            ref={(img) => {
              image.current = img
              if (!img?.complete) return
              if (img.naturalWidth > 0) setState('there')
              // It failed before it was in the page: its error event is lost.
              else if (eager && img.currentSrc) setState('broken')
            }}
            onLoad={() => setState('there')}
            onError={() => setState('broken')}
          />
        </picture>
      )}
    </span>
  )
}
