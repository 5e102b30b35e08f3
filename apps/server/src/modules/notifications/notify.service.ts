import { appendEvents } from '../../db/events.ts'
import type { Tx } from '../../db/open.ts'
import { eventFor } from './notification-event.ts'
import { insertNotifications, type NewNotification } from './notify.queries.ts'

/**
 * Notifies people in the transaction of the cause: not the actor, no one across a block, no one who turned the type
 * off, and at most once a day for the same target and actor. Returns the notified people.
 */
export const notify = async (tx: Tx, notification: NewNotification): Promise<string[]> => {
  const { type } = notification
  const rows = await insertNotifications(tx, notification)
  await appendEvents(
    tx,
    rows.map(({ id, user_id }) => eventFor(user_id, { kind: 'created', type, notification_id: id })),
  )
  return rows.map(({ user_id }) => user_id)
}

/** Publishes that the cause of a notification was undone, so that open pages update their badge. */
export const publishWithdrawn = (tx: Tx, user_ids: readonly string[]): Promise<void> =>
  appendEvents(
    tx,
    user_ids.map((user_id) => eventFor(user_id, { kind: 'withdrawn', type: null, notification_id: null })),
  )
