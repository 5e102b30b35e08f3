import type { FastifyInstance } from 'fastify'
import { LIMITS } from '@nollie/contract/limits'
import { type FetchOptions, guardedFetch } from '../../platform/fetch/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { contentRoutes } from './content.routes.ts'
import { COPY_PHOTO, type CopyDeps, copyPhoto } from './copy-photo.service.ts'

/** How photos at strangers' addresses are fetched; null: never, they stay links. */
export type PhotoFetch = Partial<FetchOptions> | null

type Deps = Omit<CopyDeps, 'fetchPhoto'> & { jobs: Jobs; photoFetch: PhotoFetch }

/** Sharing content as the composition holds it. Registers the copying of photos, where it is on; before the jobs start. */
export const openContent = ({
  db,
  log,
  jobs,
  keepPicture,
  photoFetch,
}: Deps): { routes: (app: FastifyInstance) => void } => {
  if (photoFetch !== null) {
    // A photo of the limit itself is too large, as it is for uploads.
    const options = { ...photoFetch, maxBytes: LIMITS.image_bytes - 1 }
    const fetchPhoto = (address: string, signal: AbortSignal) => guardedFetch(address, options, signal)
    jobs.work(COPY_PHOTO, (run) => copyPhoto({ db, log, fetchPhoto, keepPicture }, run))
  }
  return { routes: (app) => contentRoutes(app, { db, jobs, copies: photoFetch !== null }) }
}
