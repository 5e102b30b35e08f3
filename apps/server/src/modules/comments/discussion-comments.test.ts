import type { Comment, CommentEvent } from '@nollie/contract'
import { expect } from 'vitest'
import type { TestApp } from '../../../test/world/app.ts'
import { makeAdmin } from '../../../test/actors/people.ts'
import { aPost } from '../../../test/makers/posts.ts'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

test.beforeEach(async ({ app }) => {
  await app.db.deleteFrom('discussions').execute()
  await app.db.deleteFrom('blocks').execute()
  await app.db.deleteFrom('events').execute()
  await app.db.updateTable('profiles').set({ is_admin: false }).execute()
})

async function start(who: Actor) {
  return (await who.startDiscussion({ title: 'Wax', content: 'Which?' })).id
}

function say(who: Actor, id: string, content = 'Candles.', parent_comment_id: string | null = null) {
  return who.addDiscussionComment(id, { content, parent_comment_id })
}

async function published(app: TestApp): Promise<CommentEvent[]> {
  const rows = await app.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', 'comment')
    .orderBy('id')
    .execute()
  return rows.map(({ data }) => data as CommentEvent)
}

function change(kind: 'created' | 'deleted', { id, user_id, parent_comment_id }: Comment) {
  return {
    kind,
    comment_id: id,
    parent_comment_id,
    user_id,
  }
}

test('DSC-14 G-14 P-03 comments in a discussion are trimmed, newest first, counted, and paged; blanks are refused', async ({
  app,
  ada,
  ben,
}) => {
  const id = await start(ada)
  const made = await say(ben, id, '  Candles.  ')
  expect(made).toEqual({
    id: expect.any(String),
    post_id: null,
    media_index: null,
    discussion_id: id,
    user_id: ben.user_id,
    user: { user_id: ben.user_id, username: 'ben', full_name: null, avatar_url: null },
    content: 'Candles.',
    mentions: [],
    parent_comment_id: null,
    likes_count: 0,
    liked: false,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
    replies: [],
    replies_count: 0,
    replies_cursor: null,
  })
  expect(await published(app)).toEqual([
    {
      post_id: null,
      discussion_id: id,
      started_by: ada.user_id,
      comments_count: 1,
      changes: [change('created', made)],
    },
  ])
  for (let i = 0; i < 25; i++) await say(ben, id, `Nr ${i}`)
  const first = await ada.listDiscussionComments(id)
  expect([first.comments_count, first.items.length, first.items[0]?.content]).toEqual([26, 20, 'Nr 24'])
  const second = await ada.listDiscussionComments(id, { cursor: first.next_cursor ?? '' })
  expect([second.items.length, second.items.at(-1)?.id, second.next_cursor]).toEqual([6, made.id, null])
  for (const content of ['', '   ', 'x'.repeat(2001), 'a\u0007b'])
    expect(await getOutcome(ada.addDiscussionComment(id, { content }))).toBe('BAD_REQUEST')
  const other = await start(ada)
  expect(await getOutcome(ada.listDiscussionComments(other, { cursor: first.next_cursor ?? '' }))).toBe(
    'BAD_CURSOR',
  )
})

test('replies are listed under their comment, one level deep and in one discussion, and are counted', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const id = await start(ada)
  const parent = await say(ben, id)
  const reply = await say(cleo, id, 'Which?', parent.id)
  expect(await ada.listDiscussionComments(id)).toMatchObject({
    items: [{ id: parent.id, replies: [{ id: reply.id, parent_comment_id: parent.id }], replies_count: 1 }],
    comments_count: 2,
  })
  expect((await ada.listReplies(parent.id)).items).toMatchObject([{ id: reply.id }])
  const reach = (discussion: string, parent_comment_id: string) =>
    getOutcome(ada.addDiscussionComment(discussion, { content: 'x', parent_comment_id }))
  expect(await reach(id, reply.id)).toBe('BAD_REQUEST')
  expect(await reach(await start(ada), parent.id)).toBe('BAD_REQUEST')
  const post = await aPost(app.db, ada.user_id)
  const across = { content: 'x', media_index: 0, parent_comment_id: parent.id }
  expect(await getOutcome(ada.addComment(post, across))).toBe('BAD_REQUEST')
  // The comment's author gets only the reply notification; the discussion's author gets one entry for both comments.
  expect(await ben.notifications()).toMatchObject([
    { type: 'comment_reply', discussion: { id }, post_id: null },
  ])
  expect(await ada.notifications()).toMatchObject([{ type: 'discussion_comment', actors_count: 2 }])
  await ben.removeComment(parent.id)
  expect(await ada.listDiscussionComments(id)).toMatchObject({ items: [], comments_count: 0 })
})

test('people who see a comment in a discussion can like it once, and its author is notified', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const id = await start(ada)
  const made = await say(ben, id)
  for (let twice = 0; twice < 2; twice++)
    expect(await ada.likeComment(made.id)).toEqual({ likes_count: 1, liked: true })
  expect((await ada.listDiscussionComments(id)).items).toMatchObject([{ likes_count: 1, liked: true }])
  expect(await ben.notifications()).toMatchObject([{ type: 'comment_like', discussion: { id } }])
  const row = await app.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', 'comment_like')
    .executeTakeFirstOrThrow()
  expect(row.data).toMatchObject({ comment_id: made.id, post_id: null, discussion_id: id, likes_count: 1 })
  expect(await ada.unlikeComment(made.id)).toEqual({ likes_count: 0, liked: false })
  expect(await ben.notifications()).toEqual([])
  await ada.blockPerson(cleo.user_id)
  expect(await getOutcome(cleo.likeComment(made.id))).toBe('COMMENT_NOT_FOUND')
})

test('a comment is deleted by its author, the discussion’s author, or an admin; others are refused', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const id = await start(ada)
  const [bens, rude, third] = [await say(ben, id), await say(ben, id, 'Kook.'), await say(ben, id, 'Third.')]
  expect(await getOutcome(cleo.removeComment(bens.id))).toBe('NOT_ALLOWED')
  await ben.removeComment(bens.id)
  expect(await getOutcome(ben.removeComment(bens.id))).toBe('COMMENT_NOT_FOUND')
  expect((await published(app)).at(-1)).toMatchObject({
    comments_count: 2,
    changes: [change('deleted', bens)],
  })
  expect(await ben.notifications()).toEqual([])

  // When a discussion's author deletes comments, the comments' author is notified once a day, and can turn that off.
  await ada.removeComment(rude.id)
  expect(await ben.notifications()).toMatchObject([
    { type: 'comment_removed', from_user_id: ada.user_id, discussion: { id, title: 'Wax' }, comment: null },
  ])
  expect(await ada.notifications()).toMatchObject([{ type: 'discussion_comment', comment: { id: third.id } }])
  const log = () => app.db.selectFrom('moderation_log').select('act').execute()
  expect(await log()).toEqual([])

  await makeAdmin(app.db, cleo.user_id)
  await cleo.removeComment(third.id)
  expect(await log()).toEqual([{ act: 'deleted' }])
  expect(await ada.listDiscussionComments(id)).toMatchObject({ items: [], comments_count: 0 })
  // A post's author can't delete comments on it.
  const post = await aPost(app.db, ada.user_id)
  const under = await ben.addComment(post, { content: 'Hm.' })
  expect(await getOutcome(ada.removeComment(under.id))).toBe('NOT_ALLOWED')
})

test('the discussion’s count survives concurrent comments and deletions', async ({ ada, ben, cleo }) => {
  const id = await start(ada)
  const parent = await say(ben, id)
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      say([ada, ben, cleo][n % 3] ?? ada, id, `Nr ${n}`, n % 2 ? parent.id : null),
    ),
  )
  await Promise.all([
    ...made.slice(0, 6).map((one) => ada.removeComment(one.id)),
    ...[1, 2, 3].map((n) => say(ben, id, `Late ${n}`)),
  ])
  expect((await ada.listDiscussionComments(id)).comments_count).toBe(10)
})

test('concurrent likes, replies, and deletions never deadlock', async ({ ada, ben, cleo }) => {
  const unavailable: string[] = []
  const press = async (who: Actor, ...args: Parameters<Actor['send']>) => {
    const { statusCode, body } = await who.send(...args)
    if (statusCode >= 500) unavailable.push(`${args[0]} ${args[1]} ${body}`)
  }
  for (let round = 0; round < 10; round += 1) {
    const id = await start(ada)
    const all = await Promise.all([ada, ben, cleo, ada, ben, cleo].map((who) => say(who, id)))
    await Promise.all([
      ...all.flatMap((one) =>
        [ada, ben, cleo].map((who) => press(who, 'PUT', `/api/comments/${one.id}/like`)),
      ),
      ...all.map((one) => press(ada, 'DELETE', `/api/comments/${one.id}`)),
      ...all.map((one) =>
        press(cleo, 'POST', `/api/discussions/${id}/comments`, {
          content: 'Yes.',
          parent_comment_id: one.id,
        }),
      ),
      ...[ada, ben, cleo].map((who) => press(who, 'PUT', `/api/discussions/${id}/like`)),
      ...(round % 2 ? [press(ada, 'DELETE', `/api/discussions/${id}`)] : []),
    ])
  }
  expect(unavailable).toEqual([])
})
