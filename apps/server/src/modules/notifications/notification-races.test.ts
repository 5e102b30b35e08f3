import { sql } from 'kysely'
import { expect } from 'vitest'
import { aPost } from '../../../test/makers/posts.ts'
import { rollUpCounts } from '../posts/index.ts'
import { notify } from './index.ts'
import { actor } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'
import { notificationRows } from '../../../test/world/notifications.ts'

test.beforeEach(async ({ app }) => {
  await app.db.deleteFrom('notifications').execute()
})

test('F4 NOTIF-07 a hundred follow toggles, some of them concurrent, create one notification', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const toggle = (n: number) => (n % 2 ? ben.unfollowPerson(ada.user_id) : ben.followPerson(ada.user_id))
  for (let n = 0; n < 40; n++) await toggle(n)
  await Promise.all(Array.from({ length: 60 }, (_, n) => toggle(n)))
  await ben.followPerson(ada.user_id)
  await cleo.followPerson(ada.user_id)
  expect(await notificationRows(app, ada)).toHaveLength(2)
  expect(await ada.notifications()).toMatchObject([
    { type: 'follow', actors: [{ username: 'cleo' }, { username: 'ben' }], actors_count: 2 },
  ])
})

test('concurrent comments by one person create one entry, and a refused one notifies no one', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const post = await aPost(app.db, ada.user_id)
  await Promise.all(Array.from({ length: 8 }, (_, n) => ben.comments(post, `at once ${n} @cleo`)))
  expect((await notificationRows(app, ada)).map(({ type }) => type)).toEqual(['comment'])
  expect(await notificationRows(app, cleo)).toHaveLength(8)
  await app.db.deleteFrom('notifications').execute()
  await expect(ben.comments(post, '@cleo', post)).rejects.toMatchObject({ status: 404 })
  expect([await notificationRows(app, ada), await notificationRows(app, cleo)]).toEqual([[], []])
})

test('I7 I9 concurrent likes, comments, rollups, and deletions neither fail nor leave notifications about deleted items', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  for (let round = 0; round < 6; round++) {
    const posts = await Promise.all(
      [1, 2, 3].map(() => aPost(app.db, ada.user_id, { media: ['image', 'image'] })),
    )
    const requests = posts.flatMap((post) => [
      ben.send('PUT', `/api/posts/${post}/media/0/like`),
      cleo.send('PUT', `/api/posts/${post}/media/1/like`),
      ben.send('POST', `/api/posts/${post}/comments`, { content: 'Oh @cleo' }),
      cleo.send('POST', `/api/posts/${post}/comments`, { content: 'Well', media_index: 1 }),
      ada.send('DELETE', round % 2 ? `/api/posts/${post}` : `/api/posts/${post}/media/0`),
      ada.send('PUT', '/api/notifications/read', { until: new Date().toISOString() }),
    ])
    const [responses] = await Promise.all([Promise.all(requests), rollUpCounts(app.db), rollUpCounts(app.db)])
    for (const response of responses)
      expect([200, 201, 204, 404], response.body).toContain(response.statusCode)
    await rollUpCounts(app.db)
  }
  const { rows } = await sql<{ orphans: number; own: number; likes: number; notified: number }>`
    select
      (select count(*) from notifications n where n.post_id is not null and not exists (select from post_media pm
        where pm.post_id = n.post_id and pm.media_index = n.media_index)) as orphans,
      (select count(*) from notifications where user_id = from_user_id) as own,
      (select count(*) from likes) as likes,
      (select count(*) from notifications n where type = 'like' and exists (select from likes l
        where l.post_id = n.post_id and l.media_index = n.media_index and l.user_id = n.from_user_id)) as notified`.execute(
    app.db,
  )
  expect(rows[0]).toMatchObject({ orphans: 0, own: 0 })
  expect(rows[0]?.notified).toBe(rows[0]?.likes)
})

test('a reporter is notified of the outcome, without an actor', async ({ app, ada, ben }) => {
  const post_id = await aPost(app.db, ada.user_id)
  await ben.report({
    report_type: 'spam',
    description: null,
    reported_post_id: post_id,
  })
  const { id } = await app.db
    .updateTable('report_cases')
    .set({ status: 'closed' })
    .where('post_id', '=', post_id)
    .returning('id')
    .executeTakeFirstOrThrow()
  const outcome = { type: 'report_outcome', from_user_id: null, target_id: id, case_id: id } as const
  await app.db.transaction().execute((tx) => notify(tx, { ...outcome, user_ids: [ben.user_id] }))
  expect(await ben.notifications()).toMatchObject([
    {
      type: 'report_outcome',
      from_user_id: null,
      actors: [],
      report: { case_id: id, kind: 'post', status: 'closed' },
    },
  ])
  expect(await notificationRows(app, ada)).toEqual([])
})

test('G-22 a deleted person’s notifications are deleted, both received and caused', async ({
  app,
  ada,
  ben,
}) => {
  const eve = await actor(app, 'eve')
  const [hers, adas] = [await aPost(app.db, eve.user_id), await aPost(app.db, ada.user_id)]
  await eve.comments(adas, 'Hello @ben')
  await ada.comments(hers, 'Hello')
  await eve.sendMessage(ada.user_id, { content: 'Hi' })
  expect((await notificationRows(app, ada)).map(({ type }) => type)).toEqual(['comment', 'message_request'])
  await app.db.deleteFrom('users').where('id', '=', eve.user_id).execute()
  expect([await notificationRows(app, ada), await notificationRows(app, ben)]).toEqual([[], []])
  expect(await app.db.selectFrom('message_threads').select('id').execute()).toEqual([])
})
