import { defineModule, type Services } from '../../module.ts'
import { deleteOldEvents } from './realtime.queries.ts'
import { realtimeRoutes } from './realtime.routes.ts'
import { Realtime, type RealtimeFigures } from './realtime.service.ts'

export type { Realtime, RealtimeFigures } from './realtime.service.ts'

type RealtimeOptions = { figures?: Partial<RealtimeFigures> | undefined }

const open = (deps: Pick<Services, 'db' | 'databaseUrl' | 'log'>, { figures }: RealtimeOptions) => ({
  realtime: new Realtime({ ...deps, ...(figures && { figures }) }),
})

/** Hours for which events can be resumed from. */
const RETENTION_HOURS = 2

/** Live events: reads what changes append to `events`, and streams it to who may know. */
export const realtime = defineModule({
  name: 'realtime',
  needs: ['db', 'databaseUrl', 'log'],
  open,
  routes: realtimeRoutes,
  cleanUps: [
    {
      name: 'old events',
      everySeconds: 300,
      removes: { events: 'after two hours' },
      run: ({ db }) => deleteOldEvents(db, RETENTION_HOURS),
    },
  ],
  // Streams never end by themselves.
  preClose: (deps) => deps.realtime.close(),
})
