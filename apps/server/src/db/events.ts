import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './open.ts'

/** The channel that signals new rows in `events`. */
export const EVENTS_CHANNEL = 'nollie_events'

/** A live event. `data` has ids and counts, never content: clients request the content that they can see. */
export type NewEvent = {
  /**
   * `user:<id>` for one person; otherwise, a public channel. (nollie_rollup_spots and nollie_queue_spot_state write
   * `spots`.)
   */
  topic: string
  /** The event's name in the stream. */
  name: string
  data: object
}

/** Publishes events when the transaction commits; streams send them within a quarter of a second. */
export async function appendEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('events')
    .values(events.map(({ topic, name, data }) => ({ topic, name, data: JSON.stringify(data) })))
    .execute()
  await sql`select pg_notify(${EVENTS_CHANNEL}, '')`.execute(tx)
}

/**
 * Builds {@link appendEvents} as the CTE `appended` in a statement; `events` selects topics, names, and data. Sends the
 * signal only if there are rows.
 */
export function eventsInSql(events: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
  appended as (
    insert into events (topic, name, data) ${events}
    returning pg_notify(${sql.lit(EVENTS_CHANNEL)}, '')
  )`
}

/** Publishes one event; see {@link appendEvents}. */
export function appendEvent(tx: Tx, event: NewEvent): Promise<void> {
  return appendEvents(tx, [event])
}
