import { defineModule, type Services } from '../../module.ts'
import { startRelay } from './event-relay.ts'
import { fromDatabase, fromRelay } from './event-source.ts'
import { deleteOldEvents } from './events.queries.ts'
import { eventRoutes } from './events.routes.ts'
import { LiveEvents, type LiveEventFigures } from './events.service.ts'

export type { LiveEvents, LiveEventFigures } from './events.service.ts'

type EventOptions = { figures?: Partial<LiveEventFigures> | undefined }

type Needs = Pick<Services, 'db' | 'reads' | 'databaseUrl' | 'log' | 'role' | 'bus'>

function open({ db, reads, databaseUrl, log, role, bus }: Needs, { figures }: EventOptions) {
  const source = bus ? fromRelay(bus) : fromDatabase(databaseUrl, log)
  let relay: { close: () => Promise<void> } | null = null
  const liveEvents = new LiveEvents({
    db,
    source,
    log,
    caughtUp: reads.caughtUp,
    ...(figures && { figures }),
  })
  return {
    liveEvents,
    begin: () => {
      if (role.serves) liveEvents.start()
      if (bus && role.works) relay = startRelay({ db, databaseUrl, bus, log })
    },
    end: async () => {
      await relay?.close()
      await liveEvents.close()
    },
  }
}

/** How long a client can be offline and still resume its stream, in hours. */
const RETENTION_HOURS = 2

/** Live events: reads the rows that changes append to `events`, and streams them to people who can see them. */
export const events = defineModule({
  name: 'events',
  needs: ['db', 'reads', 'databaseUrl', 'log', 'role', 'bus'],
  open,
  routes: eventRoutes,
  cleanUps: [
    {
      name: 'old events',
      everySeconds: 300,
      removes: { events: 'after two hours' },
      run: ({ db }) => deleteOldEvents(db, RETENTION_HOURS),
    },
  ],
  start: ({ begin }) => begin(),
  // Streams never end by themselves, so they would prevent the server from closing.
  preClose: ({ end }) => end(),
})
