/**
 * Display widths for photos, as in `<img sizes>`. The server preloads a page's first photo with the same value; if the
 * two differed, the browser would load two files.
 */
export const PHOTO_SIZES = {
  /** For a photo on a post's card. */
  post: '(width >= 640px) 600px, 100vw',
  /** For the photo at the top of a spot's page. */
  cover: '(width >= 1024px) calc(100vw - 520px), 100vw',
} as const

/** Returns the `srcset` for an uncropped photo; `base` is the common prefix of the file URLs. */
export function photoFiles(base: string, type: 'avif' | 'webp'): string {
  return [1080, 2048].map((width) => `${base}/${width}.${type} ${width}w`).join(', ')
}

/** Returns the URL of a photo's centered square. */
export function squareFile(base: string, type: 'avif' | 'webp'): string {
  return `${base}/400.${type}`
}
