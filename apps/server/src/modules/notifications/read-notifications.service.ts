import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { eventFor } from './notification-event.ts'
import { countUnread, markLineRead, markRead } from './read-notifications.queries.ts'

/** Maximum number of rows marked as read per transaction. */
const READ_BATCH = 1_000

/** Returns the badge's number, up to `UNREAD_MAX`. */
export async function readUnreadCount(db: Db, user_id: string): Promise<{ unread_count: number }> {
  return {
    unread_count: await countUnread(db, user_id),
  }
}

// Makes the person's other open pages update their badge.
function publishRead(tx: Tx, user_id: string): Promise<void> {
  return appendEvents(tx, [eventFor(user_id, { kind: 'read', type: null, notification_id: null })])
}

/** Marks everything up to a point in time as read. Works in batches so that no transaction locks many rows. */
export async function readAll(db: Db, user_id: string, until: string, batch = READ_BATCH): Promise<void> {
  for (let read = batch; read === batch; )
    read = await db.transaction().execute(async (tx) => {
      const changed = await markRead(tx, user_id, until, batch)
      if (changed > 0) await publishRead(tx, user_id)
      return changed
    })
}

/**
 * Marks one entry as read.
 * @throws Refusal NOT_FOUND, including for another person's entry
 */
export function readOne(db: Db, user_id: string, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const changed = await markLineRead(tx, user_id, id)
    if (changed === undefined) throw new Refusal('NOT_FOUND')
    if (changed) await publishRead(tx, user_id)
  })
}
