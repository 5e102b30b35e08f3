import { randomUUID } from 'node:crypto'
import type { Comment } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { makeAdmin } from '../../../test/actors/people.ts'
import { aPost } from '../../../test/makers/posts.ts'
import { until } from '../../../test/world/until.ts'

const CLEAN = { content: 'Clean!' }
const FIRST_ITEM = { media_index: 0 }

function rows({ db }: TestApp, post_id: string) {
  return db
    .selectFrom('comments')
    .selectAll()
    .where('post_id', '=', post_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

function setHidden({ db }: TestApp, id: string) {
  return db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', id).execute()
}

test('API-50 DATA-09 COMM-06 a comment is returned trimmed, with its author', async ({ app, ada, ben }) => {
  const post = await aPost(app.db, ben.user_id)
  const made = await ada.comments(post, '  First\ntry?  ')
  expect(made).toEqual({
    id: expect.any(String),
    post_id: post,
    media_index: 0,
    discussion_id: null,
    user_id: ada.user_id,
    user: { user_id: ada.user_id, username: 'ada', full_name: null, avatar_url: null },
    content: 'First\ntry?',
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
  expect((await ada.listComments(post, FIRST_ITEM)).items).toEqual([made])
  expect(await rows(app, post)).toMatchObject([{ id: made.id, content: 'First\ntry?', user_id: ada.user_id }])
})

test('COMM-05 refuses blank, overlong, and unprintable comments, and stores nothing', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ben.user_id)
  for (const content of ['', '  \n ', 'x'.repeat(2001), 'a\u0000b', 7, null, ['a']])
    expect(await getOutcome(ada.comments(post, content as string))).toBe('BAD_REQUEST')
  expect(await rows(app, post)).toEqual([])
  expect((await ada.comments(post, `${'x'.repeat(2000)}  `)).content).toHaveLength(2000)
})

test('COMM-07 without a session no comment can be added, read, liked, or deleted', async ({
  app,
  ada,
  ben,
  visitor,
}) => {
  const post = await aPost(app.db, ben.user_id)
  const { id } = await ada.comments(post, 'Clean!')
  const calls = [
    () => visitor.addComment(post, CLEAN),
    () => visitor.listComments(post),
    () => visitor.listReplies(id),
    () => visitor.likeComment(id),
    () => visitor.unlikeComment(id),
    () => visitor.removeComment(id),
  ]
  for (const call of calls)
    await expect(call()).rejects.toMatchObject({ status: 401, code: 'SESSION_MISSING' })
  expect(await rows(app, post)).toHaveLength(1)
})

test('API-52 COMM-08 C-31 comments belong to one item; the post counts them all', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ben.user_id, { media: ['image', 'video'] })
  const first = await ada.comments(post, 'Clean!')
  const second = await ada.addComment(post, { ...CLEAN, media_index: 1 })
  await ada.addComment(post, { ...CLEAN, media_index: 1, parent_comment_id: second.id })
  const ids = async (query: { media_index?: number } = {}) =>
    (await ada.listComments(post, query)).items.map(({ id }) => id)
  expect(await ids(FIRST_ITEM)).toEqual([first.id])
  expect(await ids({ media_index: 1 })).toEqual([second.id])
  expect(await ids()).toEqual([second.id, first.id])
  expect((await ada.listComments(post, { media_index: 1 })).comments_count).toBe(2)
  expect((await ada.listComments(post)).comments_count).toBe(3)
  expect(await ada.getPost(post)).toMatchObject({
    comments_count: 3,
    media: [{ comments_count: 1 }, { comments_count: 2 }],
  })
})

test('API-49 COMM-09 COMM-10 G-23 lists replies under their comment, oldest first; comments newest first', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ben.user_id)
  const old = await ada.comments(post, 'Clean!')
  const young = await ben.comments(post, 'Clean!')
  const one = await ben.comments(post, 'one', old.id)
  await ada.comments(post, 'two', old.id)
  const { items, comments_count } = await ada.listComments(post, FIRST_ITEM)
  expect(items.map(({ id }) => id)).toEqual([young.id, old.id])
  expect(items[1]?.replies.map(({ content }) => content)).toEqual(['one', 'two'])
  expect(items[1]?.replies[0]).toMatchObject({ id: one.id, parent_comment_id: old.id })
  expect([items[0]?.replies_count, items[1]?.replies_count, comments_count]).toEqual([0, 2, 4])
})

test('people who can no longer see a post see no replies of others to their comment on it', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const post = await aPost(app.db, ben.user_id)
  const { id } = await ada.comments(post, 'Is it wet?')
  await ada.comments(post, 'Anyone?', id)
  await cleo.comments(post, 'Dry since noon', id)
  const listReplies = async () => (await ada.listReplies(id)).items.map(({ content }) => content)
  expect(await listReplies()).toEqual(['Anyone?', 'Dry since noon'])
  await ben.setPostAudience(post, { audience: 'mutuals' })
  expect(await listReplies()).toEqual(['Anyone?'])
  await ben.setPostAudience(post, { audience: 'everybody' })
  await ben.blockPerson(ada.user_id)
  expect(await listReplies()).toEqual(['Anyone?'])
  await ben.unblockPerson(ada.user_id)
})

test('COMM-10 refuses a reply to a reply, to a comment on another item or post, or to nothing', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ben.user_id, { media: ['image', 'image'] })
  const other = await aPost(app.db, ben.user_id)
  const parent = await ada.comments(post, 'Clean!')
  const reply = await ada.comments(post, 'Clean!', parent.id)
  const before = await rows(app, post)
  const refused: [string, { parent_comment_id: string; media_index?: number }, string][] = [
    [post, { parent_comment_id: reply.id }, 'BAD_REQUEST'],
    [post, { parent_comment_id: parent.id, media_index: 1 }, 'BAD_REQUEST'],
    [other, { parent_comment_id: parent.id }, 'BAD_REQUEST'],
    [post, { parent_comment_id: randomUUID() }, 'COMMENT_NOT_FOUND'],
    [post, { parent_comment_id: "' or 1=1" }, 'BAD_REQUEST'],
  ]
  for (const [at, to, code] of refused)
    expect(await getOutcome(ada.addComment(at, { ...CLEAN, ...to }))).toBe(code)
  expect(await rows(app, post)).toEqual(before)
  const straight = { id: uuid(), post_id: post, media_index: 0, user_id: ada.user_id, content: 'x' }
  await expect(
    app.db
      .insertInto('comments')
      .values({ ...straight, parent_comment_id: reply.id })
      .execute(),
  ).rejects.toThrow('one level')
  await expect(
    app.db.updateTable('comments').set({ parent_comment_id: reply.id }).where('id', '=', parent.id).execute(),
  ).rejects.toThrow('stays')
})

test('refuses comments on unknown, deleted, and hidden posts and items', async ({ app, ada, ben }) => {
  const post = await aPost(app.db, ben.user_id)
  const { id } = await ada.comments(post, 'Clean!')
  const onItem = (media_index: unknown) =>
    ada.addComment(post, { ...CLEAN, media_index: media_index as number })
  expect(await getOutcome(onItem(1))).toBe('MEDIA_NOT_FOUND')
  for (const media_index of [-1, 0.5, 1000, '0'])
    await expect(onItem(media_index)).rejects.toMatchObject({ status: 400 })
  expect(await getOutcome(ada.listComments(post, { media_index: 1 }))).toBe('MEDIA_NOT_FOUND')
  expect(await getOutcome(ada.comments(randomUUID(), 'Clean!'))).toBe('POST_NOT_FOUND')
  await setHidden(app, post)
  expect(await getOutcome(ada.comments(post, 'Clean!'))).toBe('POST_NOT_FOUND')
  expect(await getOutcome(ada.listComments(post))).toBe('POST_NOT_FOUND')
  expect(await getOutcome(ada.likeComment(id))).toBe('COMMENT_NOT_FOUND')
  expect(await getOutcome(ada.unlikeComment(id))).toBe('COMMENT_NOT_FOUND')
  expect(await getOutcome(ada.removeComment(id))).toBe('COMMENT_NOT_FOUND')
})

test('A4 the sender can’t set the author, likes, or times', async ({ app, ada, ben }) => {
  const post = await aPost(app.db, ben.user_id)
  const forged = {
    ...CLEAN,
    user_id: ben.user_id,
    like_count: 9,
    created_at: '2001-01-01T00:00:00Z',
    id: randomUUID(),
  }
  const made = await ada.addComment(post, forged)
  expect(made).toMatchObject({ user_id: ada.user_id, likes_count: 0 })
  expect(made.created_at).not.toMatch(/^2001/)
})

test('R8 concurrent identical submits, also after a lost response, create one comment; another with its key is refused', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ben.user_id)
  const key = randomUUID()
  const submit = () => ada.addComment(post, CLEAN, { key })
  const tries = await Promise.allSettled(Array.from({ length: 8 }, submit))
  const made = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(made.length).toBeGreaterThan(0)
  for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
  expect((await submit()).id).toBe(made[0]?.id)
  expect(await getOutcome(ada.addComment(post, { content: 'Other' }, { key }))).toBe('KEY_REUSED')
  const elsewhere = await aPost(app.db, ben.user_id)
  expect(await getOutcome(ada.addComment(elsewhere, CLEAN, { key }))).toBe('KEY_REUSED')
  await expect(ada.addComment(post, CLEAN, { key: '' })).rejects.toMatchObject({ status: 400 })
  expect(await rows(app, post)).toHaveLength(1)
})

test('API-51 COMM-13 people can delete their own comments only; an admin can delete any; replies are deleted with them', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const post = await aPost(app.db, ben.user_id)
  const parent = await ada.comments(post, 'Clean!')
  const reply = await cleo.comments(post, 'Clean!', parent.id)
  await ada.likeComment(reply.id)
  for (const id of [parent.id, reply.id])
    await expect(ben.removeComment(id)).rejects.toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  expect(await rows(app, post)).toHaveLength(2)
  await ada.removeComment(parent.id)
  expect(await rows(app, post)).toEqual([])
  expect(await getOutcome(ada.removeComment(parent.id))).toBe('COMMENT_NOT_FOUND')
  expect((await ada.listComments(post, FIRST_ITEM)).comments_count).toBe(0)

  const left = await ada.comments(post, 'Clean!')
  await makeAdmin(app.db, cleo.user_id)
  await cleo.removeComment(left.id)
  await app.db.updateTable('profiles').set({ is_admin: false }).where('user_id', '=', cleo.user_id).execute()
})

test('API-53 API-54 API-55 COMM-11 DATA-10 liking a comment or reply: on, once, off, once; concurrent likes count right', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const post = await aPost(app.db, ben.user_id)
  const parent = await ada.comments(post, 'Clean!')
  const { id } = await ada.comments(post, 'Clean!', parent.id)
  expect(await ada.likeComment(id)).toEqual({ likes_count: 1, liked: true })
  expect(await ada.likeComment(id)).toEqual({ likes_count: 1, liked: true })
  expect(await ben.likeComment(id)).toEqual({ likes_count: 2, liked: true })
  expect((await cleo.listComments(post, FIRST_ITEM)).items[0]?.replies[0]).toMatchObject({
    likes_count: 2,
    liked: false,
  })
  expect(await ada.unlikeComment(id)).toEqual({ likes_count: 1, liked: false })
  expect(await ada.unlikeComment(id)).toEqual({ likes_count: 1, liked: false })
  const some = (i: number): Actor => [ada, ben, cleo][i % 3] ?? ada
  await Promise.all(
    Array.from({ length: 90 }, (_, i) => (i % 2 ? some(i).likeComment(id) : some(i).unlikeComment(id))),
  )
  const stored = await app.db
    .selectFrom('comment_likes')
    .select('user_id')
    .where('comment_id', '=', id)
    .execute()
  expect((await ada.listComments(post, FIRST_ITEM)).items[0]?.replies[0]?.likes_count).toBe(stored.length)
  expect(await getOutcome(ada.likeComment(randomUUID()))).toBe('COMMENT_NOT_FOUND')
})

test('A8 unliking a comment during its deletion never returns an error', async ({ app, ada, ben, cleo }) => {
  const post = await aPost(app.db, ben.user_id)
  for (let round = 0; round < 15; round += 1) {
    const { id } = await ada.comments(post, 'Clean!')
    const likers = [ada, ben, cleo]
    for (const one of likers) await one.likeComment(id)
    const outcomes = await Promise.all([
      ...likers.map((one) => getOutcome(one.unlikeComment(id))),
      getOutcome(ada.removeComment(id)),
    ])
    for (const outcome of outcomes) expect(['done', 'COMMENT_NOT_FOUND']).toContain(outcome)
  }
  expect(await rows(app, post)).toEqual([])
})

test('G-25 C10 comments and replies have pages without gaps or duplicates; cursors are for one list only', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ben.user_id, { media: ['image', 'image'] })
  const parents = Array.from({ length: 45 }, () => uuid())
  const at = (i: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(i / 3) * 1000)
  const row = (id: string, i: number, parent_comment_id: string | null) => ({
    id,
    post_id: post,
    media_index: 0,
    user_id: ada.user_id,
    parent_comment_id,
    content: `No. ${i}`,
    created_at: at(i),
  })
  await app.db
    .insertInto('comments')
    .values(parents.map((id, i) => row(id, i, null)))
    .execute()
  const [first = '', second = ''] = parents
  await app.db
    .insertInto('comments')
    .values(Array.from({ length: 75 }, (_, i) => row(uuid(), i, first)))
    .execute()
  const stored = await rows(app, post)
  const wanted = stored.filter((one) => one.parent_comment_id === null).map(({ id }) => id)

  const seen: Comment[] = []
  const cursors: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await ada.listComments(post, { ...FIRST_ITEM, ...(cursor && { cursor }) })
    seen.push(...page.items)
    cursor = page.next_cursor
    if (cursor) cursors.push(cursor)
  }
  expect(seen.map(({ id }) => id)).toEqual(wanted.toReversed())

  const thread = seen.find(({ id }) => id === first)
  const replies = thread?.replies.map(({ id }) => id) ?? []
  expect([replies.length, thread?.replies_count]).toEqual([10, 75])
  for (let cursor = thread?.replies_cursor ?? null; cursor !== null; ) {
    const page = await ada.listReplies(first, { cursor })
    replies.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor
  }
  expect(replies).toEqual(stored.filter((one) => one.parent_comment_id === first).map(({ id }) => id))

  const [cursor = ''] = cursors
  const other = await aPost(app.db, ben.user_id)
  expect(await getOutcome(ada.listComments(post, { media_index: 1, cursor }))).toBe('BAD_CURSOR')
  expect(await getOutcome(ada.listComments(post, { cursor }))).toBe('BAD_CURSOR')
  expect(await getOutcome(ada.listComments(other, { ...FIRST_ITEM, cursor }))).toBe('BAD_CURSOR')
  const repliesCursor = thread?.replies_cursor ?? ''
  expect(await getOutcome(ada.listReplies(second, { cursor: repliesCursor }))).toBe('BAD_CURSOR')
})

test('RT-01 comments and their likes are published within a second, with ids and counts but no text', async ({
  app,
  ada,
  ben,
}) => {
  const post = await aPost(app.db, ben.user_id)
  const published = async (name: string) =>
    (
      await app.db
        .selectFrom('events')
        .select('data')
        .where('topic', '=', 'comments')
        .where('name', '=', name)
        .orderBy('id')
        .execute()
    )
      .map(({ data }) => data as { post_id: string })
      .filter((data) => data.post_id === post)
  const made = await ada.comments(post, 'Secret handshake')
  const who = { comment_id: made.id, user_id: ada.user_id }
  const item = { post_id: post, media_index: 0 }
  await until(async () => expect(await published('comment')).toHaveLength(1))
  expect(await published('comment')).toEqual([
    { ...item, comments_count: 1, changes: [{ kind: 'created', parent_comment_id: null, ...who }] },
  ])
  await ada.likeComment(made.id)
  await ada.likeComment(made.id)
  expect(await published('comment_like')).toEqual([
    { ...item, ...who, discussion_id: null, likes_count: 1, liked: true },
  ])
  await ada.removeComment(made.id)
  await until(async () =>
    expect((await published('comment')).at(-1)).toMatchObject({
      comments_count: 0,
      changes: [{ kind: 'deleted', ...who }],
    }),
  )
})
