import type { Notification } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, writeCursor } from '../../platform/http/index.ts'
import { type NotificationCursor, NOTIFICATIONS_PAGE, selectNotifications } from './notifications.queries.ts'

const NotificationsCursor = z.tuple([z.literal('notifications'), z.iso.datetime(), z.uuid()])

/**
 * Returns a page of a person's notifications.
 * @throws Refusal BAD_CURSOR
 */
export async function notificationsPage(
  db: Db,
  user_id: string,
  cursor: string | undefined,
): Promise<{ items: Notification[]; next_cursor: string | null }> {
  let after: NotificationCursor | null = null
  if (cursor !== undefined) {
    const [, created_at, id] = readCursor(NotificationsCursor, cursor)
    after = { created_at, id }
  }
  const found = await selectNotifications(db, user_id, after)
  const items = found.slice(0, NOTIFICATIONS_PAGE)
  const last = found.length > NOTIFICATIONS_PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor(['notifications', last.created_at, last.id]) : null }
}

/** Returns the entries on a person's first page that are unread and whose newest row is among `ids`. */
export async function readNewLines(db: Db, user_id: string, ids: readonly string[]): Promise<Notification[]> {
  return (await selectNotifications(db, user_id, null)).filter(
    ({ id, read_at }) => read_at === null && ids.includes(id),
  )
}
