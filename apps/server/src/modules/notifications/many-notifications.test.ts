import { sql } from 'kysely'
import { expect } from 'vitest'
import { commentsCounted } from '../../../test/world/wait-for-counts.ts'
import { test } from '../../../test/world/fixtures.ts'
import { notificationRows } from '../../../test/world/notifications.ts'
import { aPost } from '../../../test/makers/posts.ts'
import { aCrowd } from '../../../test/makers/spots.ts'
import type { Tx } from '../../db/open.ts'
import { selectNotifications } from './notifications.queries.ts'
import { countUnread, markRead } from './read-notifications.queries.ts'
import { readAll } from './read-notifications.service.ts'
import { until } from '../../../test/world/until.ts'

test.beforeEach(async ({ app }) => {
  await app.db.deleteFrom('notifications').execute()
})

test('marks very many as read in batches, and leaves none unread', async ({ app, ada, ben }) => {
  for (let n = 0; n < 5; n++) await ben.likes(await aPost(app.db, ada.user_id))
  const until = new Date(Date.now() + 60_000).toISOString()
  expect(await markRead(app.db, ada.user_id, until, 1)).toBe(1)
  expect(await ada.unreadCount()).toBe(4)
  await readAll(app.db, ada.user_id, until, 2)
  expect(await ada.unreadCount()).toBe(0)
})

// Counts the rows that a connection has read from a table so far.
async function countRead(tx: Tx, table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_xact_user_tables where relname = ${table}`.execute(tx)
  return Number(rows[0]?.read)
}

test('a viral day is a single entry, and the list and badge only read as much of it as they count', async ({
  app,
  ada,
  ben,
}) => {
  const quiet = await aPost(app.db, ada.user_id)
  await ben.likes(quiet)
  const viral = await aPost(app.db, ada.user_id)
  const fans = Array.from({ length: 3_000 }, () => crypto.randomUUID())
  await aCrowd(app.db, fans, (n) => `viralfan${n}`)
  await sql`insert into likes (id, post_id, user_id)
    select gen_random_uuid(), ${viral}::uuid, id from unnest(${fans}::uuid[]) fan (id)`.execute(app.db)
  await until(async () => {
    await commentsCounted(app.db)
    expect(await notificationRows(app, ada)).toHaveLength(1 + fans.length)
  })
  await app.db.transaction().execute(async (tx) => {
    const read = { notifications: await countRead(tx, 'notifications'), likes: await countRead(tx, 'likes') }
    const readSince = async (table: keyof typeof read) => (await countRead(tx, table)) - read[table]
    expect(await countUnread(tx, ada.user_id)).toBe(10)
    expect(await readSince('notifications')).toBeLessThanOrEqual(50)
    expect(await readSince('likes')).toBeLessThanOrEqual(50)
    const lines = await selectNotifications(tx, ada.user_id, null)
    expect(lines).toMatchObject([
      { post_id: viral, actors_count: 1_000 },
      { post_id: quiet, actors_count: 1 },
    ])
    expect(await readSince('notifications')).toBeLessThanOrEqual(1_200)
    expect(await readSince('likes')).toBeLessThanOrEqual(1_200)
  })
})
