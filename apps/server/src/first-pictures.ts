import type { Api, Media } from '@nollie/contract'
import { PHOTO_SIZES, photoFiles, squareFile } from '@nollie/contract/media/picture-sources'
import type { PagePicture } from './platform/http/index.ts'

type Answer<R extends keyof Api> = Api[R] extends { answer: infer A } ? A : never
type Photo = Pick<Media, 'base'> & Partial<Pick<Media, 'type'>>

/** The number of photos in the first row of Discover. */
const FIRST_ROW = 3

// Omits videos, because the player loads their posters.
function getBase(media: Photo | null | undefined) {
  return (media?.type === 'video' ? null : media?.base) ?? null
}

function shown(media: Photo | null | undefined, sizes: string): PagePicture[] {
  const base = getBase(media)
  return base === null ? [] : [{ files: photoFiles(base, 'avif'), sizes }]
}

/**
 * The photos that a member's screen shows first, by the screen's URL. The page's head lists them, so that they load
 * before any script. They're selected from the responses in the same way as on the screens; an end-to-end test checks
 * that each one is used.
 */
export const FIRST_PICTURES: Record<string, (answer: unknown) => PagePicture[]> = {
  '/dashboard': (answer) => {
    const { items } = answer as Answer<'GET /api/posts'>
    return shown(items[0]?.media[0]?.media, PHOTO_SIZES.post)
  },
  '/feed': (answer) => {
    const { items } = answer as Answer<'GET /api/discover'>
    return items.slice(0, FIRST_ROW).flatMap(({ media }) => {
      const base = media.base
      return base === null ? [] : [{ files: squareFile(base, 'avif') }]
    })
  },
  '/post/:id': (answer) =>
    shown((answer as Answer<'GET /api/posts/:post_id'>).media[0]?.media, PHOTO_SIZES.post),
  '/spots/:id': (answer) => shown((answer as Answer<'GET /api/spots/:spot_id'>).photo, PHOTO_SIZES.cover),
}
