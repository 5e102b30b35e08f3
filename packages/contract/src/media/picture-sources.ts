/**
 * The displayed width of a photo, as in `<img sizes>`. The server preloads a page's first photo with the same value; if
 * the two differed, the browser would load two files.
 */
export const PHOTO_SIZES = {
  /** On a post's card. */
  post: '(width >= 640px) 600px, 100vw',
  /** At the top of a spot's page. */
  cover: '(width >= 1024px) calc(100vw - 520px), 100vw',
} as const

/** The files of an uncropped photo, as in `<img srcset>`; `base` is the common prefix of their URLs. */
export const photoFiles = (base: string, type: 'avif' | 'webp'): string =>
  [1080, 2048].map((width) => `${base}/${width}.${type} ${width}w`).join(', ')

/** The URL of the centered square of a photo. */
export const squareFile = (base: string, type: 'avif' | 'webp'): string => `${base}/400.${type}`
