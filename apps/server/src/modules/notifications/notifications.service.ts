import {
  type Notification,
  SWITCHED_TYPES,
  type NotificationEvent,
  type NotificationSwitches,
} from '@nollie/contract'
import { z } from 'zod'
import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import {
  countUnread,
  markLineRead,
  markRead,
  NOTIFICATIONS_PAGE,
  type NotificationCursor,
  selectNotifications,
} from './notifications.queries.ts'
import { insertNotifications, type NewNotification, selectMutes, writeMutes } from './notify.queries.ts'

/** Rows marked as read in one transaction. */
const READ_BATCH = 1_000

const eventFor = (user_id: string, data: NotificationEvent) => ({
  topic: `user:${user_id}`,
  name: 'notification',
  data,
})

/**
 * Notifies people in the transaction of the cause: not the actor, nobody across a block, nobody who switched that type
 * off, and at most once a day for the same target and actor. Returns who was notified.
 */
export const notify = async (tx: Tx, notification: NewNotification): Promise<string[]> => {
  const { type, from_user_id } = notification
  const user_ids = notification.user_ids.filter((id) => id !== from_user_id)
  const rows = await insertNotifications(tx, { ...notification, user_ids })
  await appendEvents(
    tx,
    rows.map(({ id, user_id }) => eventFor(user_id, { kind: 'created', type, notification_id: id })),
  )
  return rows.map(({ user_id }) => user_id)
}

/** Publishes to people that the cause of a notification was taken back, so that open pages update their badge. */
export const publishWithdrawn = (tx: Tx, user_ids: readonly string[]): Promise<void> =>
  appendEvents(
    tx,
    user_ids.map((user_id) => eventFor(user_id, { kind: 'withdrawn', type: null, notification_id: null })),
  )

const NotificationsCursor = z.tuple([z.literal('notifications'), z.iso.datetime(), z.uuid()])

/**
 * A page of a person's notifications.
 * @throws Refusal BAD_CURSOR
 */
export const notificationsPage = async (
  db: Db,
  user_id: string,
  cursor: string | undefined,
): Promise<{ items: Notification[]; next_cursor: string | null }> => {
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

/** The lines among a person's newest whose newest row is one of these, and which nobody has read since. */
export const newLines = async (db: Db, user_id: string, ids: readonly string[]): Promise<Notification[]> =>
  (await selectNotifications(db, user_id, null)).filter(
    ({ id, read_at }) => read_at === null && ids.includes(id),
  )

/** The number on the badge, counted no further than `UNREAD_MAX`. */
export const unreadCount = async (db: Db, user_id: string): Promise<{ unread_count: number }> => ({
  unread_count: await countUnread(db, user_id),
})

// Other open pages of the same person update their badge.
const publishRead = (tx: Tx, user_id: string): Promise<void> =>
  appendEvents(tx, [eventFor(user_id, { kind: 'read', type: null, notification_id: null })])

/** Marks everything up to a moment as read, in batches, so that no transaction locks many rows. */
export const readAll = async (db: Db, user_id: string, until: string, batch = READ_BATCH): Promise<void> => {
  for (let read = batch; read === batch; )
    read = await db.transaction().execute(async (tx) => {
      const changed = await markRead(tx, user_id, until, batch)
      if (changed > 0) await publishRead(tx, user_id)
      return changed
    })
}

/**
 * Marks one line as read.
 * @throws Refusal NOT_FOUND, also for another person's
 */
export const readOne = (db: Db, user_id: string, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const changed = await markLineRead(tx, user_id, id)
    if (changed === undefined) throw new Refusal('NOT_FOUND')
    if (changed) await publishRead(tx, user_id)
  })

/** Which types of notifications a person wants: all that are not switched off. */
export const switchesOf = async (db: Db, user_id: string): Promise<NotificationSwitches> => {
  const off = await selectMutes(db, user_id)
  return Object.fromEntries(SWITCHED_TYPES.map((type) => [type, !off.includes(type)])) as NotificationSwitches
}

/** Switches types on and off; types that `changes` does not name stay as they are. */
export const setSwitches = (
  db: Db,
  user_id: string,
  changes: { [type in keyof NotificationSwitches]?: boolean | undefined },
): Promise<NotificationSwitches> =>
  db.transaction().execute(async (tx) => {
    const named = (wanted: boolean) => SWITCHED_TYPES.filter((type) => changes[type] === wanted)
    await writeMutes(tx, user_id, { on: named(true), off: named(false) })
    return switchesOf(tx, user_id)
  })
