import { expect } from 'vitest'
import type { TestApp } from '../../../test/world/app.ts'
import { makeAdmin } from '../../../test/actors/people.ts'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'
import { deleteOldNotifications } from './delete-notifications.queries.ts'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'
import { notificationRows } from '../../../test/world/notifications.ts'

test.beforeEach(async ({ app }) => {
  await app.db.deleteFrom('notifications').execute()
  await app.db.deleteFrom('notification_mutes').execute()
  await app.db.deleteFrom('blocks').execute()
})

async function listTypes(app: TestApp, who: Actor) {
  return (await notificationRows(app, who)).map(({ type }) => type)
}

test('A1 B1 only its recipient reads and marks a notification; visitors get none', async ({
  visitor,
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ada.user_id)
  await ben.likes(post)
  const [line] = await ada.notifications()
  const calls = [
    ['GET', '/api/notifications'],
    ['GET', '/api/notifications/unread'],
    ['PUT', '/api/notifications/read', { until: new Date().toISOString() }],
    ['PUT', `/api/notifications/${line!.id}/read`],
    ['GET', '/api/notifications/switches'],
    ['PATCH', '/api/notifications/switches', { like: false }],
  ] as const
  for (const [method, url, body] of calls)
    expect((await visitor.send(method, url, body)).statusCode, url).toBe(401)
  expect(await getOutcome(ben.readNotification(line!.id))).toBe('NOT_FOUND')
  expect(await ben.notifications()).toEqual([])
  const cursor = Buffer.from(JSON.stringify(['notifications', line!.created_at, line!.id])).toString(
    'base64url',
  )
  expect((await ben.listNotifications({ cursor: cursor ?? '' })).items).toEqual([])
  expect(await getOutcome(ben.listNotifications({ cursor: 'abc' }))).toBe('BAD_CURSOR')
  await ben.readNotifications({ until: new Date().toISOString() })
  expect(await notificationRows(app, ada)).toMatchObject([{ read_at: null }])
})

test('no one is notified across a block, and earlier notifications are hidden during it', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const post = await aPost(app.db, ada.user_id)
  await ben.likes(post)
  await cleo.likes(post)
  expect(await ada.unreadCount()).toBe(2)
  await ben.blockPerson(ada.user_id)
  expect(await ada.unreadCount()).toBe(1)
  expect(await ada.notifications()).toMatchObject([{ actors_count: 1, actors: [{ username: 'cleo' }] }])

  const other = await aPost(app.db, ada.user_id)
  await app.db
    .insertInto('likes')
    .values({ id: crypto.randomUUID(), post_id: other, media_index: 0, user_id: ben.user_id })
    .execute()
  await cleo.likes(other)
  await cleo.comments(other, 'Nice')
  const rows = await notificationRows(app, ada)
  expect(rows.filter(({ post_id }) => post_id === other).map((row) => row.from_user_id)).toEqual([
    cleo.user_id,
    cleo.user_id,
  ])
  await app.db.deleteFrom('blocks').execute()
  const lines = await ada.notifications()
  expect(lines.find((line) => line.type === 'like' && line.post_id === post)).toMatchObject({
    actors_count: 2,
  })
})

test('notifications caused by a suspended person are hidden until the suspension ends', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ada.user_id)
  await ben.comments(post, 'Hello')
  const suspend = (suspended_at: string | null) =>
    app.db.updateTable('profiles').set({ suspended_at }).where('user_id', '=', ben.user_id).execute()
  await suspend(new Date().toISOString())
  expect([await ada.notifications(), await ada.unreadCount()]).toEqual([[], 0])
  await suspend(null)
  expect(await ada.unreadCount()).toBe(1)
  await ben.signsInAgain()
})

test('notifications about a blocked or suspended person’s content are neither stored, shown, nor counted', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const post = await aPost(app.db, cleo.user_id, { title: 'A secret of Cleo' })
  const comment = await ben.comments(post, 'First')
  await ada.comments(post, 'Yes', comment.id)
  expect((await ben.notifications()).map(({ type }) => type)).toEqual(['comment_reply'])
  const suspendCleo = (suspended_at: string | null) =>
    app.db.updateTable('profiles').set({ suspended_at }).where('user_id', '=', cleo.user_id).execute()
  await suspendCleo(new Date().toISOString())
  expect([await ben.notifications(), await ben.unreadCount()]).toEqual([[], 0])
  await suspendCleo(null)
  expect(await ben.unreadCount()).toBe(1)
  await cleo.signsInAgain()

  await ben.blockPerson(cleo.user_id)
  expect([await ben.notifications(), await ben.unreadCount()]).toEqual([[], 0])
  await ada.comments(post, 'And @ben', comment.id)
  const events = () => app.db.selectFrom('events').select('id').where('topic', '=', `user:${ben.user_id}`)
  const before = await events().execute()
  await ada.likeComment(comment.id)
  const other = await aPost(app.db, cleo.user_id)
  await ada.comments(other, 'Look, @ben')
  const { id } = await cleo.startDiscussion({ title: 'Ledges', content: 'Wax?', category: 'general' })
  await ada.addDiscussionComment(id, { content: 'Ask @ben' })
  expect((await notificationRows(app, ben)).filter(({ type }) => type !== 'comment_reply')).toEqual([])
  expect(await events().execute()).toEqual(before)
})

test('stores no notifications of a disabled type; types absent from the request stay unchanged', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const post = await aPost(app.db, ada.user_id)
  const all = await ada.getNotificationSwitches()
  expect(Object.values(all)).toEqual(Array(18).fill(true))
  const off = await ada.setNotificationSwitches({ like: false, comment: false })
  expect(off).toEqual({ ...all, like: false, comment: false })
  await ben.likes(post)
  await ben.comments(post, 'Hm')
  expect(await listTypes(app, ada)).toEqual([])
  await ben.comments(post, 'Hm, @ada')
  expect(await listTypes(app, ada)).toEqual(['mention'])
  const on = await ada.setNotificationSwitches({ comment: true })
  expect(on).toEqual({ ...all, like: false })
  await cleo.comments(post, 'Well')
  expect(await listTypes(app, ada)).toEqual(['mention', 'comment'])
  const wrong = await ada.send('PATCH', '/api/notifications/switches', { like: 'no' })
  expect(wrong.statusCode).toBe(400)
})

test('A8 notifies people who lose posts with a spot, until it is restored', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const spot_id = await aSpotRow(app.db, ada.user_id, 'Forum')
  const posts = [await aPost(app.db, ben.user_id, { spot_id }), await aPost(app.db, ben.user_id, { spot_id })]
  await aPost(app.db, ada.user_id, { spot_id })
  await cleo.likes(posts[0]!)
  await ada.removeSpot(spot_id)
  expect(await ben.notifications()).toMatchObject([
    {
      type: 'spot_removed',
      from_user_id: null,
      actors: [],
      actors_count: 0,
      spot: { id: spot_id, name: 'Forum' },
    },
  ])
  expect(await ben.unreadCount()).toBe(1)
  expect(await notificationRows(app, ada)).toEqual([])
  await makeAdmin(app.db, cleo.user_id)
  await cleo.restoreSpot(spot_id)
  expect((await ben.notifications()).map(({ type }) => type)).toEqual(['like'])
})

test('G-22 notifications are deleted with their post, item or comment', async ({ app, ada, ben, cleo }) => {
  const [gone, item] = [
    await aPost(app.db, ada.user_id),
    await aPost(app.db, ada.user_id, { media: ['image', 'image'] }),
  ]
  await ben.likes(gone)
  await ben.likes(item)
  const comment = await ben.comments(item, 'Hello @cleo')
  const reply = await ada.comments(item, 'Hi', comment.id)
  await ada.removePost(gone)
  expect(await listTypes(app, ada)).toEqual(['like', 'comment'])
  await ada.removeComment(reply.id)
  expect(await listTypes(app, ben)).toEqual([])
  await ben.removeComment(comment.id)
  expect([await listTypes(app, ada), await listTypes(app, cleo)]).toEqual([['like'], []])
  await ada.removePostMedia(item, 0)
  expect(await listTypes(app, ada)).toEqual([])
})

test('the row of a removed like stays until the next day; deleting a post with an uncounted like works', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const post = await aPost(app.db, ada.user_id)
  await ben.likes(post)
  await ben.unlikes(post)
  expect(await listTypes(app, ada)).toEqual(['like'])
  await app.db
    .insertInto('likes')
    .values({
      id: crypto.randomUUID(),
      post_id: post,
      media_index: 0,
      user_id: cleo.user_id,
    })
    .execute()
  await ada.removePost(post)
  await ben.likes(await aPost(app.db, ada.user_id))
  expect(await listTypes(app, ada)).toEqual(['like'])
})

test('notifications are deleted after ninety days', async ({ app, ada, ben, cleo }) => {
  const post = await aPost(app.db, ada.user_id)
  await ben.likes(post)
  await cleo.likes(post)
  await app.db
    .updateTable('notifications')
    .set({ created_at: new Date(Date.now() - 91 * 24 * 3600_000) })
    .where('from_user_id', '=', ben.user_id)
    .execute()
  await deleteOldNotifications(app.db, 90)
  expect((await notificationRows(app, ada)).map(({ from_user_id }) => from_user_id)).toEqual([cleo.user_id])
})

test('no notification contains a reply to a person the reader can’t see, just as no list does', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const post = await aPost(app.db, ada.user_id)
  const { id } = await ben.comments(post, 'First.')
  await cleo.comments(post, 'Second, @ada.', id)
  expect((await ada.notifications()).map(({ type }) => type)).toEqual(['comment'])
  expect(await ada.unreadCount()).toBe(2)
  await mod.suspendPerson(ben.user_id, { reason: 'Four.' })
  expect((await ada.listComments(post)).items).toEqual([])
  expect(await ada.notifications()).toEqual([])
  expect(await ada.unreadCount()).toBe(0)
  await mod.unsuspend(ben.user_id)
  expect(await ada.unreadCount()).toBe(2)
  await ada.blockPerson(ben.user_id)
  expect(await ada.unreadCount()).toBe(0)
})
