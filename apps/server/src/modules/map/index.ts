import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { foldSpots } from './fold.queries.ts'
import { mapRoutes } from './map.routes.ts'
import { sitemapRoutes } from './sitemap.routes.ts'

/** Pause between two folds: with its own time, a change is on the map within a second. */
export const FOLD_SECONDS = 0.8

/** The map as the composition holds it. */
export type MapModule = { routes: (app: FastifyInstance) => void }

/** Registers the fold of the map's counts; call before the jobs are started. */
export const openMap = ({ db, jobs, publicUrl }: { db: Db; jobs: Jobs; publicUrl: URL }): MapModule => {
  jobs.rollup('map fold', { tables: ['spot_changes', 'spot_video_checks'], pauseSeconds: FOLD_SECONDS }, () =>
    foldSpots(db),
  )
  return {
    routes: (app) => {
      mapRoutes(app, { db })
      sitemapRoutes(app, { db, publicUrl })
    },
  }
}

export { foldSpots } from './fold.queries.ts'
