import { appendEvents } from '../../db/events.ts'
import type { Tx } from '../../db/open.ts'
import { eventFor } from './notification-event.ts'
import { insertNotifications, type NewNotification } from './notify.queries.ts'

/**
 * Notifies people in the transaction that made the change. Skips the actor, people who turned the type off, people
 * affected by a block, and repeats on the same date. Returns the people who were notified.
 */
export async function notify(tx: Tx, notification: NewNotification): Promise<string[]> {
  const { type } = notification
  const rows = await insertNotifications(tx, notification)
  await appendEvents(
    tx,
    rows.map(({ id, user_id }) => eventFor(user_id, { kind: 'created', type, notification_id: id })),
  )
  return rows.map(({ user_id }) => user_id)
}

/** Publishes that a notification's cause was undone, so that open pages update their badge. */
export function publishWithdrawn(tx: Tx, user_ids: readonly string[]): Promise<void> {
  return appendEvents(
    tx,
    user_ids.map((user_id) => eventFor(user_id, { kind: 'withdrawn', type: null, notification_id: null })),
  )
}
