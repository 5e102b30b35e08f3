import { expect } from 'vitest'
import type { TestApp } from '../../../test/world/app.ts'
import { commentsCounted } from '../../../test/world/wait-for-counts.ts'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import { notify } from './index.ts'
import type { Actor } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'
import { notificationRows } from '../../../test/world/notifications.ts'

test.beforeEach(async ({ app }) => {
  await app.db.deleteFrom('notifications').execute()
  await app.db.deleteFrom('notification_mutes').execute()
  await app.db.deleteFrom('follows').execute()
  await app.db.deleteFrom('blocks').execute()
})

function notifyOfFollow(app: TestApp, from: Actor, to: Actor) {
  return app.db.transaction().execute(async (tx) => {
    const row = { id: crypto.randomUUID(), follower_id: from.user_id, following_id: to.user_id }
    if (from !== to)
      await tx
        .insertInto('follows')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    return notify(tx, {
      type: 'follow',
      from_user_id: from.user_id,
      user_ids: [to.user_id],
      target_id: to.user_id,
    })
  })
}

test('NOTIF-05 NOTIF-09 DATA-13 the owner of a post is notified of a like, which links to its item', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const spot_id = await aSpotRow(app.db, cleo.user_id, 'Forum')
  const post = await aPost(app.db, ada.user_id, { spot_id, title: 'Line' })
  await ben.likes(post)
  expect(await notificationRows(app, ada)).toMatchObject([
    { type: 'like', user_id: ada.user_id, from_user_id: ben.user_id, post_id: post, read_at: null },
  ])
  expect(await ada.notifications()).toEqual([
    {
      id: expect.any(String),
      user_id: ada.user_id,
      type: 'like',
      from_user_id: ben.user_id,
      actors: [{ user_id: ben.user_id, username: 'ben', full_name: null, avatar_url: null }],
      actors_count: 1,
      post_id: post,
      media_index: 0,
      post: {
        user_id: ada.user_id,
        title: 'Line',
        media: expect.objectContaining({ type: 'image' }),
        spot: { id: spot_id, name: 'Forum' },
      },
      following: null,
      discussion: null,
      comment: null,
      spot: null,
      spots_count: 0,
      spot_state: null,
      crew: null,
      list: null,
      meetup: null,
      area: null,
      report: null,
      thread_id: null,
      created_at: expect.stringMatching(/Z$/),
      read_at: null,
    },
  ])
  expect([await notificationRows(app, ben), await notificationRows(app, cleo)]).toEqual([[], []])
})

test('NOTIF-06 API-61 a comment notifies the owner, a reply the person replied to, a like on a comment its author', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const post = await aPost(app.db, ada.user_id)
  const comment = await ben.comments(post, 'Is the drain still there?')
  expect(await ada.notifications()).toMatchObject([
    { type: 'comment', from_user_id: ben.user_id, comment: { id: comment.id, content: comment.content } },
  ])
  const reply = await cleo.comments(post, 'It is', comment.id)
  await cleo.likeComment(comment.id)
  expect(await ben.notifications()).toMatchObject([
    { type: 'comment_like', from_user_id: cleo.user_id, post_id: post, comment: { id: comment.id } },
    {
      type: 'comment_reply',
      from_user_id: cleo.user_id,
      post_id: post,
      comment: { id: reply.id, parent_comment_id: comment.id },
    },
  ])
  expect(await ada.notifications()).toMatchObject([
    { type: 'comment', actors_count: 2, comment: { id: reply.id } },
  ])
})

test('NOTIF-06 an owner whose comment is replied to is only notified of the reply', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ada.user_id)
  const comment = await ada.comments(post, 'Who is there on Sunday?')
  await ben.comments(post, 'Me', comment.id)
  expect((await notificationRows(app, ada)).map(({ type }) => type)).toEqual(['comment_reply'])
})

test('C-19 NOTIF-08 I9 no one is notified of their own actions', async ({ app, ada }) => {
  const post = await aPost(app.db, ada.user_id)
  await ada.likes(post)
  const comment = await ada.comments(post, 'Mine, says @ada')
  await ada.comments(post, 'again', comment.id)
  await ada.likeComment(comment.id)
  await notifyOfFollow(app, ada, ada)
  expect(await notificationRows(app, ada)).toEqual([])
  const own = app.db
    .insertInto('notifications')
    .values({
      id: crypto.randomUUID(),
      user_id: ada.user_id,
      from_user_id: ada.user_id,
      type: 'follow',
      target_id: ada.user_id,
    })
    .execute()
  await expect(own).rejects.toThrow('notifications_not_to_oneself')
})

test('F4 repeated liking or following inserts one notification a day, which stays read', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ada.user_id)
  for (let i = 0; i < 6; i++) await (i % 2 === 0 ? ben.likes(post) : ben.unlikes(post))
  await Promise.all(Array.from({ length: 20 }, () => notifyOfFollow(app, ben, ada)))
  expect((await notificationRows(app, ada)).map(({ type }) => type).sort()).toEqual(['follow', 'like'])
  await ada.readNotifications({ until: new Date().toISOString() })
  await ben.likes(post)
  await notifyOfFollow(app, ben, ada)
  expect(await ada.unreadCount()).toBe(0)
  await app.db.updateTable('notifications').set({ day: '2020-01-01' }).execute()
  await notifyOfFollow(app, ben, ada)
  expect(await ada.unreadCount()).toBe(1)
})

test('NOTIF-06 DATA-13 a notification is hidden while its cause is undone; if it is redone the same day, it is still read', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const post = await aPost(app.db, ada.user_id)
  const comment = await ada.comments(post, 'Who has wax?')
  const perform = async (on: boolean) => {
    await (on ? ben.likes(post) : ben.unlikes(post))
    await (on ? ben.followPerson(ada.user_id) : ben.unfollowPerson(ada.user_id))
    await (on ? ben.likeComment(comment.id) : ben.unlikeComment(comment.id))
  }
  const types = async () => (await ada.notifications()).map(({ type }) => type).toSorted()
  await perform(true)
  expect([await types(), await ada.unreadCount()]).toEqual([['comment_like', 'follow', 'like'], 3])
  await cleo.likes(post)
  await perform(false)
  expect(await ada.notifications()).toMatchObject([
    { type: 'like', actors: [{ username: 'cleo' }], actors_count: 1 },
  ])
  expect(await ada.unreadCount()).toBe(1)
  await perform(true)
  expect([await types(), await ada.unreadCount()]).toEqual([['comment_like', 'follow', 'like'], 4])
  await ada.readNotifications({ until: new Date().toISOString() })
  await perform(false)
  await perform(true)
  expect([await types(), await ada.unreadCount()]).toEqual([['comment_like', 'follow', 'like'], 0])
  // A like or follow from today doesn't bring back an entry from another date.
  await perform(false)
  await app.db.updateTable('notifications').set({ day: '2026-01-01' }).execute()
  await perform(true)
  expect([await types(), await ada.unreadCount()]).toEqual([['comment_like', 'follow', 'like'], 3])
})

test('DATA-13 undoing a cause publishes an event to its recipient, and to no one else', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ada.user_id)
  await ben.likes(post)
  await ben.followPerson(ada.user_id)
  await app.db.deleteFrom('events').execute()
  await ben.unlikes(post)
  await ben.unlikes(post)
  await ben.unfollowPerson(ada.user_id)
  await ada.likes(post)
  await ada.unlikes(post)
  const events = await app.db
    .selectFrom('events')
    .select(['topic', 'data'])
    .where('name', '=', 'notification')
    .execute()
  const withdrawn = { kind: 'withdrawn', type: null, notification_id: null }
  expect(events).toEqual([
    { topic: `user:${ada.user_id}`, data: withdrawn },
    { topic: `user:${ada.user_id}`, data: withdrawn },
  ])
})

test('a follow says whether it is mutual', async ({ ada, ben }) => {
  await ben.followPerson(ada.user_id)
  expect(await ada.notifications()).toMatchObject([{ type: 'follow', following: false }])
  await ada.followPerson(ben.user_id)
  expect(await ada.notifications()).toMatchObject([{ type: 'follow', following: true }])
})

test('the author of a discussion is notified of others’ comments, unless they turned that off', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const { id } = await ada.startDiscussion({ title: 'Wax', content: 'Which?', category: 'gear' })
  const comment = async (who: Actor, content: string) => await who.addDiscussionComment(id, { content })
  await comment(ada, 'Mine melts.')
  await comment(ben, 'Candles, @ada')
  const second = await comment(ben, 'Or soap')
  expect(await ada.notifications()).toMatchObject([
    {
      type: 'discussion_comment',
      from_user_id: ben.user_id,
      actors_count: 1,
      discussion: { id, title: 'Wax' },
      comment: { id: second.id, content: 'Or soap' },
    },
  ])
  await ben.removeComment(second.id)
  expect(await ada.notifications()).toEqual([])
  await ada.setNotificationSwitches({ discussion_comment: false })
  await comment(cleo, 'Paraffin')
  expect(await notificationRows(app, ada)).toEqual([])
})

test('a second comment on the same day inserts no second row, but makes the entry unread again', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ada.user_id)
  await ben.comments(post, 'one')
  await ada.readNotifications({ until: new Date().toISOString() })
  const second = await ben.comments(post, 'two')
  expect(await notificationRows(app, ada)).toHaveLength(1)
  expect(await ada.notifications()).toMatchObject([
    { read_at: null, actors_count: 1, comment: { id: second.id } },
  ])
})

test('G-02 "ada and 4 others": one entry per type, target, and day, newest actors first, in pages without gaps or duplicates', async ({
  app,
  ada,
  ben,
}) => {
  // Makes sure that the entries of these two minutes are all on the same date.
  const start = Math.max(Date.now(), new Date().setUTCHours(0, 2, 0, 0))
  const posts = await Promise.all(Array.from({ length: 25 }, () => aPost(app.db, ada.user_id)))
  const fans = await Promise.all(Array.from({ length: 5 }, (_, n) => aMember(app.db, `fan${n}`)))
  const liked = (post_id: string, user_id: string) =>
    app.db.insertInto('likes').values({ id: crypto.randomUUID(), post_id, media_index: 0, user_id }).execute()
  for (const [n, post_id] of posts.entries())
    for (const [m, fan] of fans.entries())
      await app.db
        .insertInto('notifications')
        .values({
          id: crypto.randomUUID(),
          user_id: ada.user_id,
          from_user_id: fan,
          type: 'like',
          target_id: post_id,
          post_id,
          // Entries overlap in time, so only their newest row decides their position.
          created_at: new Date(start - (n + m * 10) * 1_000),
          ...(n === 3 && m > 0 ? { read_at: new Date() } : {}),
          ...(n === 4 ? { read_at: new Date() } : {}),
        })
        .execute()
        .then(() => liked(post_id, fan))
  const first = await ada.listNotifications()
  expect(first.items).toHaveLength(20)
  await app.db
    .insertInto('notifications')
    .values({
      id: crypto.randomUUID(),
      user_id: ada.user_id,
      from_user_id: ben.user_id,
      type: 'like',
      target_id: posts[24]!,
      post_id: posts[24]!,
      created_at: new Date(start - 24 * 1_000 - 500),
    })
    .execute()
  await liked(posts[24]!, ben.user_id)
  await commentsCounted(app.db)
  const second = await ada.listNotifications({ cursor: first.next_cursor ?? '' })
  expect(second.next_cursor).toBeNull()
  const items = [...first.items, ...second.items]
  expect(items.map(({ post_id }) => post_id)).toEqual(posts)
  expect(items[0]).toMatchObject({
    actors_count: 5,
    actors: [{ username: 'fan0' }, { username: 'fan1' }, { username: 'fan2' }],
    from_user_id: fans[0],
  })
  expect(items[24]).toMatchObject({ actors_count: 6 })
  expect(items.filter(({ read_at }) => read_at !== null).map(({ post_id }) => post_id)).toEqual([posts[4]])
})

test('NOTIF-01 NOTIF-02 the badge counts unread rows, but no more than it needs for 9+', async ({
  app,
  ada,
}) => {
  const post = await aPost(app.db, ada.user_id)
  const fans = await Promise.all(Array.from({ length: 12 }, (_, n) => aMember(app.db, `badge${n}`)))
  const liked = async (few: string[]) => {
    for (const user_id of few)
      await app.db
        .insertInto('likes')
        .values({ id: crypto.randomUUID(), post_id: post, media_index: 0, user_id })
        .execute()
    await commentsCounted(app.db)
  }
  await liked(fans.slice(0, 9))
  expect(await ada.unreadCount()).toBe(9)
  await liked(fans.slice(9))
  expect(await ada.unreadCount()).toBe(10)
  expect(await notificationRows(app, ada)).toHaveLength(12)
  const [line] = await ada.notifications()
  expect(line).toMatchObject({ actors_count: 12 })
  await ada.readNotification(line!.id)
  expect(await ada.unreadCount()).toBe(0)
})

test('G-02 P-09 reading marks only entries that were shown, or a single entry on request', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const [old, young] = [await aPost(app.db, ada.user_id), await aPost(app.db, ada.user_id)]
  await ben.likes(old)
  await cleo.likes(old)
  const [shown] = await ada.notifications()
  await ben.likes(young)
  await app.db
    .updateTable('notifications')
    .set({ created_at: new Date(Date.now() + 5_000) })
    .where('post_id', '=', young)
    .execute()
  await ada.readNotifications({ until: shown!.created_at })
  expect((await ada.notifications()).map(({ post_id, read_at }) => [post_id, read_at !== null])).toEqual([
    [young, false],
    [old, true],
  ])
})
