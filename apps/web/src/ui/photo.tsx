import { type CSSProperties, useEffect, useState } from 'react'
import { thumbhashUrl } from '../lib/thumbhash.ts'

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

const srcSet = (base: string, type: 'avif' | 'webp') =>
  [1080, 2048].map((width) => `${base}/${width}.${type} ${width}w`).join(', ')

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
  const { base, thumbhash } = media
  useEffect(() => setState('coming'), [base, media.url])
  useEffect(() => {
    setBlur(thumbhash ? thumbhashUrl(thumbhash) : null)
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
                srcSet={square ? `${base}/400.avif` : srcSet(base, 'avif')}
                sizes={sizes}
              />
              <source
                type="image/webp"
                srcSet={square ? `${base}/400.webp` : srcSet(base, 'webp')}
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
              if (img?.complete && img.naturalWidth > 0) setState('there')
            }}
            onLoad={() => setState('there')}
            onError={() => setState('broken')}
          />
        </picture>
      )}
    </span>
  )
}
