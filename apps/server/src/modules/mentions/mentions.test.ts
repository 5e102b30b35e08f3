import { expect } from 'vitest'
import { type Actor, actor } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test as base } from '../../../test/world/fixtures.ts'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'
import { aMediaItem, aMember } from '../../../test/makers/spots.ts'

const test = base.extend('ben', { scope: 'file' }, ({ app }) => actor(app, 'Ben.k'))

test.beforeEach(async ({ app: { db } }) => {
  await db.deleteFrom('notifications').execute()
  await db.deleteFrom('blocks').execute()
})

const FIRST_ITEM = { media_index: 0 }

function selectNotifications({ db }: TestApp, { user_id }: Actor) {
  return db
    .selectFrom('notifications')
    .select(['type', 'from_user_id', 'target_id'])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

function mentioned({ username, user_id }: Actor) {
  return { username: username.toLowerCase(), user_id }
}

test('every list returns a comment with the people its @names refer to; each is notified once', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const post = await aPost(app.db, ada.user_id)
  const made = await cleo.comments(post, 'Ask @ben.K. or @BEN.k, not @nobody_here or x@cleo')
  expect(made.mentions).toEqual([mentioned(ben)])
  expect(await selectNotifications(app, ben)).toEqual([
    { type: 'mention', from_user_id: cleo.user_id, target_id: made.id },
  ])
  expect((await ben.listNotifications()).items).toMatchObject([
    { type: 'mention', post_id: post, comment: { id: made.id } },
  ])
  const reply = await ben.comments(post, '@cleo sure', made.id)
  expect(reply.mentions).toEqual([mentioned(cleo)])
  expect((await ada.listComments(post, FIRST_ITEM)).items).toMatchObject([
    { mentions: [mentioned(ben)], replies: [{ mentions: [mentioned(cleo)] }] },
  ])
  // Cleo is notified of the reply, so its mention doesn't add a second notification.
  expect((await selectNotifications(app, cleo)).map(({ type }) => type)).toEqual(['comment_reply'])
})

test('also stores mentions in text without spaces', async ({ app, ada, ben, cleo }) => {
  const post = await aPost(app.db, ada.user_id)
  for (const text of ['@ben.kさん', 'で@ben.kさん', 'ありがとう@ben.k！', '感谢@ben.k，'])
    expect((await cleo.comments(post, text)).mentions, text).toEqual([mentioned(ben)])
  expect((await cleo.comments(post, 'info@ben.k')).mentions).toEqual([])
})

test('a repeatedly edited post notifies no more people than one text can mention', async ({ app, ada }) => {
  const names = Array.from({ length: 24 }, (_, n) => `flooded.${String.fromCodePoint(97 + n)}`)
  for (const name of names) await aMember(app.db, name)
  const id = await aPost(app.db, ada.user_id)
  for (let version = 1; version <= 3; version++) {
    const content = names
      .slice(version * 8 - 8, version * 8)
      .map((name) => `@${name}`)
      .join(' ')
    const edited = await ada.editPost(id, { title: 'Look', content }, { version })
    expect(edited.mentions).toHaveLength(8)
  }
  const rows = await app.db
    .selectFrom('notifications')
    .select('user_id')
    .where('target_id', '=', id)
    .where('type', '=', 'mention')
    .execute()
  expect(rows).toHaveLength(10)
})

test('a post can mention people in title and content; an edit notifies only people it adds', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  const media_ids = [await aMediaItem(app.db, ada.user_id), await aMediaItem(app.db, ada.user_id)]
  const made = await ada.addMedia({ spot_id, title: 'Session with @ben.k', content: null, media_ids })
  expect(made.mentions).toEqual([mentioned(ben)])
  expect(await selectNotifications(app, ben)).toEqual([
    { type: 'mention', from_user_id: ada.user_id, target_id: made.id },
  ])
  await ada.removePostMedia(made.id, 0)
  await app.db.deleteFrom('notifications').execute()
  const edit = (version: number, title: string, content: string | null) =>
    ada.editPost(made.id, { title, content }, { version })
  const more = await edit(made.version, 'Session with @ben.k', 'Filmed by @cleo')
  expect(more.mentions).toEqual([mentioned(ben), mentioned(cleo)])
  expect(await selectNotifications(app, ben)).toEqual([])
  expect(await selectNotifications(app, cleo)).toHaveLength(1)
  const less = await edit(more.version, 'Session', null)
  expect(less.mentions).toEqual([])
  await app.db.updateTable('notifications').set({ day: '2020-01-01' }).execute()
  const again = await edit(less.version, 'Session', 'Filmed by @cleo')
  expect(again.mentions).toEqual([mentioned(cleo)])
  expect(await selectNotifications(app, cleo)).toHaveLength(1)
  const { items } = await ben.listPosts()
  expect(items.find(({ id }) => id === made.id)?.mentions).toEqual([mentioned(cleo)])
})

test('a mention means the same person after people change their names', async ({ app, ada, ben, cleo }) => {
  const post = await aPost(app.db, ada.user_id)
  const made = await cleo.comments(post, 'with @ben.k')
  const rename = (who: Actor, username: string) =>
    app.db.updateTable('profiles').set({ username }).where('user_id', '=', who.user_id).execute()
  await rename(ben, 'benjamin')
  await rename(cleo, 'ben.k')
  expect((await ada.listComments(post, FIRST_ITEM)).items).toMatchObject([
    { id: made.id, mentions: [mentioned(ben)] },
  ])
  await rename(cleo, 'cleo')
  await rename(ben, 'Ben.k')
})

test('no one is mentioned or notified across a block, and a later block leaves plain text', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const post = await aPost(app.db, ada.user_id)
  await ben.blockPerson(cleo.user_id)
  expect((await cleo.comments(post, 'hey @ben.k')).mentions).toEqual([])
  expect(await selectNotifications(app, ben)).toEqual([])
  await ben.unblockPerson(cleo.user_id)
  const made = await ada.comments(post, 'hey @ben.k and @cleo')
  await ben.blockPerson(cleo.user_id)
  const { items } = await cleo.listComments(post, FIRST_ITEM)
  expect(items.find(({ id }) => id === made.id)?.mentions).toEqual([mentioned(cleo)])
})

test('a text with a hundred names mentions at most ten people', async ({ app, ada }) => {
  const post = await aPost(app.db, ada.user_id)
  const names = Array.from({ length: 20 }, (_, n) => `crowd${n}`)
  for (const name of names) await aMember(app.db, name)
  const made = await ada.comments(post, names.map((name) => `@${name}`).join(' '))
  expect(made.mentions).toHaveLength(10)
})

test('mentions work in discussions and their comments as in posts, and link to the discussion', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const begun = await ada.startDiscussion({
    title: 'Wax, @ben.k?',
    content: 'Or ask @cleo.',
    category: 'gear',
  })
  expect(begun.mentions).toEqual([mentioned(ben), mentioned(cleo)])
  const comment = await cleo.addDiscussionComment(begun.id, { content: '@Ben.K and @ada know, not @cleo' })
  // Mentioning yourself notifies no one.
  expect(comment.mentions).toEqual([mentioned(ada), mentioned(ben), mentioned(cleo)])
  expect(await selectNotifications(app, cleo)).toEqual([
    { type: 'mention', from_user_id: ada.user_id, target_id: begun.id },
  ])
  const discussion = { id: begun.id, title: begun.title }
  expect((await ben.listNotifications()).items).toMatchObject([
    { type: 'mention', post_id: null, discussion, comment: { id: comment.id, content: comment.content } },
    { type: 'mention', post_id: null, discussion, comment: null },
  ])
  expect(await ben.countUnreadNotifications()).toEqual({ unread_count: 2 })
  for (const read of [ben.getDiscussion(begun.id), ben.listDiscussions()])
    expect(JSON.stringify(await read)).toContain(JSON.stringify(begun.mentions))
  const list = await ben.listDiscussionComments(begun.id)
  expect(list.items).toMatchObject([{ id: comment.id, mentions: comment.mentions }])

  // Mentions that are in hidden or deleted content, or hidden by a block, are no longer listed. A blocked name becomes
  // plain text.
  const listedAndUnread = async () => [
    (await ben.listNotifications()).items.length,
    (await ben.countUnreadNotifications()).unread_count,
  ]
  const hide = (table: 'discussions' | 'comments', id: string, hidden_at: string | null) =>
    app.db.updateTable(table).set({ hidden_at }).where('id', '=', id).execute()
  await hide('comments', comment.id, new Date().toISOString())
  expect(await listedAndUnread()).toEqual([1, 1])
  await hide('comments', comment.id, null)
  await hide('discussions', begun.id, new Date().toISOString())
  expect(await listedAndUnread()).toEqual([0, 0])
  await hide('discussions', begun.id, null)
  await ben.blockPerson(ada.user_id)
  expect(await listedAndUnread()).toEqual([0, 0])
  expect((await ada.getDiscussion(begun.id)).mentions).toEqual([mentioned(cleo)])
  expect((await ada.addDiscussionComment(begun.id, { content: 'Hey @ben.k' })).mentions).toEqual([])
  await ben.unblockPerson(ada.user_id)
  expect(await listedAndUnread()).toEqual([2, 2])
  await ada.removeDiscussion(begun.id)
  expect(await listedAndUnread()).toEqual([0, 0])
  expect(
    await app.db.selectFrom('mentions').select('user_id').where('discussion_id', '=', begun.id).execute(),
  ).toEqual([])
})
