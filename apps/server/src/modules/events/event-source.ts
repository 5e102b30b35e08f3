import { EVENTS_CHANNEL } from '../../db/events.ts'
import type { Bus } from '../../platform/message-bus.ts'
import { listen } from '../../platform/database-notifications.ts'
import type { NewEvent } from './events.queries.ts'

type Log = { warn: (details: object, message: string) => void }

/** A message from the relay. `events` is null if they're too large to send and must be read from the table. */
export type Message = { relay: string; count: number; events: readonly NewEvent[] | null }

/** How a source notifies an outbox: either the table has new rows, or these are the rows. */
export type SourceCallbacks = { wake: () => void; received: (events: readonly NewEvent[]) => void }

/** Starts a source of new events. Returns a function that stops it. */
export type EventSource = (callbacks: SourceCallbacks) => { close: () => Promise<void> }

/** Listens for notifications from the database on a dedicated connection. */
export function fromDatabase(databaseUrl: string, log: Log): EventSource {
  return ({ wake }) =>
    listen(databaseUrl, EVENTS_CHANNEL, {
      notified: wake,
      connected: wake,
      lost: (error) => log.warn({ err: error }, 'live events are waiting for the database'),
    })
}

const CHECK_MS = 1_000
/** The relay sends a message every second, so a longer silence means that no relay is running. */
const SILENCE_MS = 3_000

/**
 * Receives events from the relay over NATS. Reads the table when events may have been missed: after a gap in the
 * sequence, a change of relay, a new connection, or a period of silence.
 */
export function fromRelay(bus: Bus): EventSource {
  return ({ wake, received }) => {
    let last: Pick<Message, 'relay' | 'count'> | null = null
    let receivedAt = Number.NEGATIVE_INFINITY
    const forget = bus.subscribe({
      message: (text) => {
        const { relay, count, events } = JSON.parse(text) as Message
        const isNext = last?.relay === relay && last.count + 1 === count
        last = { relay, count }
        receivedAt = performance.now()
        if (!isNext || events === null) wake()
        if (events && events.length > 0) received(events)
      },
      connected: wake,
    })
    const check = setInterval(() => {
      if (performance.now() - receivedAt > SILENCE_MS) wake()
    }, CHECK_MS)
    wake()
    return {
      close: async () => {
        clearInterval(check)
        forget()
      },
    }
  }
}
