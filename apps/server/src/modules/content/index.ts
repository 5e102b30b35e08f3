import { LIMITS } from '@nollie/contract/limits'
import { defineModule, worker } from '../../module.ts'
import { type FetchOptions, guardedFetch } from '../../platform/fetch/index.ts'
import { media } from '../media/index.ts'
import { contentRoutes } from './content.routes.ts'
import { COPY_PHOTO, copyPhoto } from './copy-photo.service.ts'

/** How to fetch photos from URLs; null if photos remain links. */
export type PhotoFetch = Partial<FetchOptions> | null

// One byte less than the limit, because uploads reject a photo whose size equals the limit.
function createFetcher(photoFetch: PhotoFetch) {
  return (
    photoFetch &&
    ((address: string, signal: AbortSignal) =>
      guardedFetch(address, { ...photoFetch, maxBytes: LIMITS.image_bytes - 1 }, signal))
  )
}

/** Sharing text, photos, and videos without a spot. */
export const content = defineModule({
  name: 'content',
  needs: ['db', 'jobs', 'log'],
  uses: { media },
  open: (_deps: object, { photoFetch }: { photoFetch: PhotoFetch }) => ({
    copies: photoFetch !== null,
    fetchPhoto: createFetcher(photoFetch),
  }),
  routes: contentRoutes,
  jobs: [worker(COPY_PHOTO, copyPhoto)],
})
