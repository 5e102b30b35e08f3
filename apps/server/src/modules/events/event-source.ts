import { EVENTS_CHANNEL } from '../../db/events.ts'
import type { Bus } from '../../platform/message-bus.ts'
import { listen } from '../../platform/database-notifications.ts'
import type { NewEvent } from './events.queries.ts'

type Log = { warn: (details: object, message: string) => void }

/** The relay's message. Null: there are events too large to send, which must be read from the table. */
export type Message = { relay: string; count: number; events: readonly NewEvent[] | null }

/** What a source reports to an outbox: that the table has new rows, or the rows themselves. */
export type SourceCallbacks = { wake: () => void; received: (events: readonly NewEvent[]) => void }

/** Starts a source of new events; returns a function that ends it. */
export type EventSource = (callbacks: SourceCallbacks) => { close: () => Promise<void> }

/** Database signals, over a connection of this process. */
export const fromDatabase =
  (databaseUrl: string, log: Log): EventSource =>
  ({ wake }) =>
    listen(databaseUrl, EVENTS_CHANNEL, {
      notified: wake,
      connected: wake,
      lost: (error) => log.warn({ err: error }, 'live events wait for the database'),
    })

const CHECK_MS = 1_000
/** The relay sends something every second, so silence for this long means that there is no relay. */
const SILENCE_MS = 3_000

/**
 * Events from the relay over NATS. Anything possibly missed (a gap in the relay's count, another relay, a new
 * connection, silence) is read from the table.
 */
export const fromRelay =
  (bus: Bus): EventSource =>
  ({ wake, received }) => {
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
