import type { FastifyInstance } from 'fastify'
import type { Jobs } from '../../platform/jobs/index.ts'
import { deleteOldEvents } from './realtime.queries.ts'
import { realtimeRoutes } from './realtime.routes.ts'
import { Realtime, type RealtimeDeps } from './realtime.service.ts'

/** Events can be resumed from for this long. */
const KEPT_HOURS = 2
const CLEAN_SECONDS = 300

/** Live events as the composition holds them; they end with the app. */
export type RealtimeModule = {
  routes: (app: FastifyInstance) => void
  /** The last event seen so far; null before the first look. */
  lastEvent: () => number | null
}

/** Begins to read the outbox; call before the jobs are started. */
export const openRealtime = ({ jobs, ...deps }: RealtimeDeps & { jobs: Jobs }): RealtimeModule => {
  const realtime = new Realtime(deps)
  jobs.every('old events', CLEAN_SECONDS, () => deleteOldEvents(deps.db, KEPT_HOURS))
  return { routes: (app) => realtimeRoutes(app, realtime), lastEvent: () => realtime.lastEvent }
}

export type { RealtimeFigures } from './realtime.service.ts'
