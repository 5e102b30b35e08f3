import {
  type Notification,
  NOTIFICATION_TYPES,
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
  NEWS_PAGE,
  type NewsPlace,
  selectNews,
} from './notifications.queries.ts'
import { insertNews, type News, selectMutes, writeMutes } from './notify.queries.ts'

/** Rows marked as read in one transaction. */
const READ_AT_ONCE = 1_000

const eventFor = (user_id: string, data: NotificationEvent) => ({
  topic: `user:${user_id}`,
  name: 'notification',
  data,
})

/**
 * Tells people of something in the transaction of its cause: not whoever did it, nobody across a block, nobody who
 * switched that type off, and at most once a day for the same thing by the same person. Gives who was told.
 */
export const notify = async (tx: Tx, news: News): Promise<string[]> => {
  const told = await insertNews(tx, news)
  const { type } = news
  await appendEvents(
    tx,
    told.map(({ id, user_id }) => eventFor(user_id, { kind: 'created', type, notification_id: id })),
  )
  return told.map(({ user_id }) => user_id)
}

/** Says to people that somebody took back what they were told of: their badge may be another. */
export const publishWithdrawn = (tx: Tx, user_ids: readonly string[]): Promise<void> =>
  appendEvents(
    tx,
    user_ids.map((user_id) => eventFor(user_id, { kind: 'withdrawn', type: null, notification_id: null })),
  )

const Place = z.tuple([z.literal('news'), z.iso.datetime(), z.uuid()])

/**
 * A page of a person's news.
 * @throws Refusal BAD_CURSOR
 */
export const newsPage = async (
  db: Db,
  user_id: string,
  cursor: string | undefined,
): Promise<{ items: Notification[]; next_cursor: string | null }> => {
  let after: NewsPlace | null = null
  if (cursor !== undefined) {
    const [, created_at, id] = readCursor(Place, cursor)
    after = { created_at, id }
  }
  const found = await selectNews(db, user_id, after)
  const items = found.slice(0, NEWS_PAGE)
  const last = found.length > NEWS_PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor(['news', last.created_at, last.id]) : null }
}

/** What the badge shows, see `UNREAD_MAX`. */
export const unreadNews = async (db: Db, user_id: string): Promise<{ unread_count: number }> => ({
  unread_count: await countUnread(db, user_id),
})

// Other tabs of the same person hear that the badge is another.
const tellRead = (tx: Tx, user_id: string): Promise<void> =>
  appendEvents(tx, [eventFor(user_id, { kind: 'read', type: null, notification_id: null })])

/** Marks everything up to a moment as read, in steps. */
export const readAll = async (db: Db, user_id: string, until: string, step = READ_AT_ONCE): Promise<void> => {
  for (let read = step; read === step; )
    read = await db.transaction().execute(async (tx) => {
      const changed = await markRead(tx, user_id, until, step)
      if (changed > 0) await tellRead(tx, user_id)
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
    if (changed) await tellRead(tx, user_id)
  })

/** Which types a person wants to hear of: all that are not switched off. */
export const switchesOf = async (db: Db, user_id: string): Promise<NotificationSwitches> => {
  const off = await selectMutes(db, user_id)
  return Object.fromEntries(
    NOTIFICATION_TYPES.map((type) => [type, !off.includes(type)]),
  ) as NotificationSwitches
}

/** Switches types on and off; those that are not named stay. */
export const setSwitches = (
  db: Db,
  user_id: string,
  changes: { [type in keyof NotificationSwitches]?: boolean | undefined },
): Promise<NotificationSwitches> =>
  db.transaction().execute(async (tx) => {
    const named = (wanted: boolean) => NOTIFICATION_TYPES.filter((type) => changes[type] === wanted)
    await writeMutes(tx, user_id, { on: named(true), off: named(false) })
    return switchesOf(tx, user_id)
  })
