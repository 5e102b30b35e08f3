import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open.ts'
import { FetchRefused } from '../../platform/fetch/index.ts'
import { Refusal } from '../../platform/http/index.ts'
import { type JobRun, jobKind } from '../../platform/jobs/index.ts'
import { attachMedia, type MediaModule } from '../media/index.ts'
import { findPhotoLink, replaceLink, publishPostEvent } from '../posts/index.ts'

type Data = { post_id: string }

/** Job that copies the photo a post links to. */
export const COPY_PHOTO = jobKind<Data>({
  name: 'content-photo',
  retries: 2,
  retryDelay: 30,
  expireInSeconds: 60,
  concurrency: 2,
})

/** Dependencies for copying photos. */
export type CopyDeps = {
  db: Db
  log: Pick<FastifyBaseLogger, 'info'>
  /** Fetches a photo from any URL; throws FetchRefused. If null, photos remain links. */
  fetchPhoto: ((address: string, signal: AbortSignal) => Promise<Buffer>) | null
  media: Pick<MediaModule, 'storePicture'>
}

/**
 * Replaces a post's photo link with our own copy. The post still links to the original if that isn't a photo, can't be
 * fetched, or exceeds the person's storage quota.
 * @throws FetchRefused if a retry may help
 */
export function copyPhoto({ db, log, fetchPhoto, media }: CopyDeps) {
  return async ({
    data: { post_id },
    lastTry,
    signal,
  }: Pick<JobRun<Data>, 'data' | 'lastTry' | 'signal'>): Promise<void> => {
    const link = fetchPhoto && (await findPhotoLink(db, post_id))
    if (!link) return
    const { user_id, photo_url } = link
    try {
      const bytes = await fetchPhoto(photo_url, signal)
      const media_id = await media.storePicture(user_id, bytes)
      await db.transaction().execute(async (tx) => {
        await attachMedia(tx, user_id, [media_id])
        // If the post was deleted in the meantime, the garbage collector deletes the image.
        if (!(await replaceLink(tx, { post_id, photo_url }, media_id))) throw new Refusal('POST_NOT_FOUND')
        await publishPostEvent(tx, { kind: 'updated', post_id, spot_id: null, user_id })
      })
    } catch (error) {
      if (error instanceof FetchRefused && error.again && !lastTry) throw error
      if (!(error instanceof FetchRefused || error instanceof Refusal)) throw error
      log.info({ post_id, why: error.message }, "couldn't copy a post's photo; it stays a link")
    }
  }
}
