import { randomUUID } from 'node:crypto'
import type { Comment } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeAdmin, people, type TestPerson } from '../../../test/people.ts'
import { aPost } from '../../../test/posts.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben, cleo } = await people(it, 'ada', 'ben', 'cleo'))
})
afterAll(() => it.close())

const send = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { who = ada, body, key = randomUUID() }: { who?: TestPerson | null; body?: object; key?: string } = {},
) =>
  it.app.inject({
    method,
    url,
    headers: { ...(who ? who.bearer : {}), ...(key && method === 'POST' ? { 'idempotency-key': key } : {}) },
    ...(body ? { payload: body } : {}),
  })
const say = (post_id: string, body: object, options: { who?: TestPerson | null; key?: string } = {}) =>
  send('POST', `/api/posts/${post_id}/comments`, { body: { content: 'Clean!', ...body }, ...options })
const said = async (post_id: string, body: object = {}, who = ada): Promise<Comment> => {
  const answer = await say(post_id, body, { who })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const list = async (post_id: string, query = '?media_index=0', who = ada) => {
  const answer = await send('GET', `/api/posts/${post_id}/comments${query}`, { who })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: Comment[]; next_cursor: string | null; comments_count: number }>()
}
const rows = (post_id: string) =>
  it.db
    .selectFrom('comments')
    .selectAll()
    .where('post_id', '=', post_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
const setHidden = (id: string) =>
  it.db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', id).execute()

test('DATA-09 COMM-06 a comment comes back whole, trimmed, with its author', async () => {
  const post = await aPost(it.db, ben.user_id)
  const made = await said(post, { content: '  First\ntry?  ' })
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
  expect((await list(post)).items).toEqual([made])
  expect(await rows(post)).toMatchObject([{ id: made.id, content: 'First\ntry?', user_id: ada.user_id }])
})

test('COMM-05 blank, too long and unprintable comments are refused and nothing is written', async () => {
  const post = await aPost(it.db, ben.user_id)
  for (const content of ['', '  \n ', 'x'.repeat(2001), 'a\u0000b', 7, null, ['a']])
    expect((await say(post, { content })).json().code).toBe('BAD_REQUEST')
  expect(await rows(post)).toEqual([])
  expect((await said(post, { content: `${'x'.repeat(2000)}  ` })).content).toHaveLength(2000)
})

test('COMM-07 without a session nothing is said, read, liked or deleted', async () => {
  const post = await aPost(it.db, ben.user_id)
  const { id } = await said(post)
  const answers = [
    await say(post, {}, { who: null }),
    await send('GET', `/api/posts/${post}/comments`, { who: null }),
    await send('GET', `/api/comments/${id}/replies`, { who: null }),
    await send('PUT', `/api/comments/${id}/like`, { who: null }),
    await send('DELETE', `/api/comments/${id}/like`, { who: null }),
    await send('DELETE', `/api/comments/${id}`, { who: null }),
  ]
  for (const answer of answers)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'SESSION_MISSING'])
  expect(await rows(post)).toHaveLength(1)
})

test('COMM-08 C-31 comments are of one item; the post counts them all', async () => {
  const post = await aPost(it.db, ben.user_id, { media: ['image', 'video'] })
  const [first, second] = [await said(post), await said(post, { media_index: 1 })]
  await said(post, { media_index: 1, parent_comment_id: second.id })
  const ids = async (query: string) => (await list(post, query)).items.map(({ id }) => id)
  expect(await ids('?media_index=0')).toEqual([first.id])
  expect(await ids('?media_index=1')).toEqual([second.id])
  expect(await ids('')).toEqual([second.id, first.id])
  expect((await list(post, '?media_index=1')).comments_count).toBe(2)
  expect((await list(post, '')).comments_count).toBe(3)
  expect((await send('GET', `/api/posts/${post}`)).json()).toMatchObject({
    comments_count: 3,
    media: [{ comments_count: 1 }, { comments_count: 2 }],
  })
})

test('COMM-09 COMM-10 G-23 replies stand under their comment, oldest first; comments newest first', async () => {
  const post = await aPost(it.db, ben.user_id)
  const [old, young] = [await said(post), await said(post, {}, ben)]
  const replies = [
    await said(post, { parent_comment_id: old.id, content: 'one' }, ben),
    await said(post, { parent_comment_id: old.id, content: 'two' }),
  ]
  const { items, comments_count } = await list(post)
  expect(items.map(({ id }) => id)).toEqual([young.id, old.id])
  expect(items[1]?.replies.map(({ content }) => content)).toEqual(['one', 'two'])
  expect(items[1]?.replies[0]).toMatchObject({ id: replies[0]?.id, parent_comment_id: old.id })
  expect([items[0]?.replies_count, items[1]?.replies_count, comments_count]).toEqual([0, 2, 4])
})

test('COMM-10 a reply to a reply, to another item or post, or to nothing is refused', async () => {
  const post = await aPost(it.db, ben.user_id, { media: ['image', 'image'] })
  const other = await aPost(it.db, ben.user_id)
  const parent = await said(post)
  const reply = await said(post, { parent_comment_id: parent.id })
  const before = await rows(post)
  const refused: [string, object, string][] = [
    [post, { parent_comment_id: reply.id }, 'BAD_REQUEST'],
    [post, { parent_comment_id: parent.id, media_index: 1 }, 'BAD_REQUEST'],
    [other, { parent_comment_id: parent.id }, 'BAD_REQUEST'],
    [post, { parent_comment_id: randomUUID() }, 'COMMENT_NOT_FOUND'],
    [post, { parent_comment_id: "' or 1=1" }, 'BAD_REQUEST'],
  ]
  for (const [at, body, code] of refused) expect((await say(at, body)).json().code).toBe(code)
  expect(await rows(post)).toEqual(before)
  const straight = { id: uuid(), post_id: post, media_index: 0, user_id: ada.user_id, content: 'x' }
  await expect(
    it.db
      .insertInto('comments')
      .values({ ...straight, parent_comment_id: reply.id })
      .execute(),
  ).rejects.toThrow('one level')
  await expect(
    it.db.updateTable('comments').set({ parent_comment_id: reply.id }).where('id', '=', parent.id).execute(),
  ).rejects.toThrow('stays')
})

test('comments on what is not there are refused: unknown, deleted and hidden posts, items out of range', async () => {
  const post = await aPost(it.db, ben.user_id)
  const { id } = await said(post)
  expect((await say(post, { media_index: 1 })).json().code).toBe('MEDIA_NOT_FOUND')
  for (const media_index of [-1, 0.5, 1000, '0'])
    expect((await say(post, { media_index })).statusCode).toBe(400)
  expect((await send('GET', `/api/posts/${post}/comments?media_index=1`)).json().code).toBe('MEDIA_NOT_FOUND')
  expect((await say(randomUUID(), {})).json().code).toBe('POST_NOT_FOUND')
  await setHidden(post)
  expect((await say(post, {})).json().code).toBe('POST_NOT_FOUND')
  expect((await send('GET', `/api/posts/${post}/comments`)).json().code).toBe('POST_NOT_FOUND')
  for (const method of ['PUT', 'DELETE'] as const)
    expect((await send(method, `/api/comments/${id}/like`)).json().code).toBe('COMMENT_NOT_FOUND')
  expect((await send('DELETE', `/api/comments/${id}`)).json().code).toBe('COMMENT_NOT_FOUND')
})

test('A4 author, likes and times are not the sender’s to say', async () => {
  const post = await aPost(it.db, ben.user_id)
  const made = await said(post, {
    user_id: ben.user_id,
    like_count: 9,
    created_at: '2001-01-01T00:00:00Z',
    id: randomUUID(),
  })
  expect(made).toMatchObject({ user_id: ada.user_id, likes_count: 0 })
  expect(made.created_at).not.toMatch(/^2001/)
})

test('R8 the same submit many times at once, and after a lost answer, is one comment; another under its key is refused', async () => {
  const post = await aPost(it.db, ben.user_id)
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => say(post, {}, { key })))
  const good = answers.filter(({ statusCode }) => statusCode === 201)
  expect(good.length).toBeGreaterThan(0)
  for (const answer of answers) expect([201, 409]).toContain(answer.statusCode)
  expect((await say(post, {}, { key })).json().id).toBe(good[0]?.json().id)
  expect((await say(post, { content: 'Other' }, { key })).json().code).toBe('KEY_REUSED')
  expect((await say(await aPost(it.db, ben.user_id), {}, { key })).json().code).toBe('KEY_REUSED')
  expect((await say(post, {}, { key: '' })).statusCode).toBe(400)
  expect(await rows(post)).toHaveLength(1)
})

test('COMM-13 one’s own can be deleted, others’ not; an admin deletes any; replies go along', async () => {
  const post = await aPost(it.db, ben.user_id)
  const parent = await said(post)
  const reply = await said(post, { parent_comment_id: parent.id }, cleo)
  await send('PUT', `/api/comments/${reply.id}/like`)
  const remove = (id: string, who: TestPerson) => send('DELETE', `/api/comments/${id}`, { who })
  for (const id of [parent.id, reply.id])
    expect((await remove(id, ben)).json()).toMatchObject({ status: 403, code: 'NOT_ALLOWED' })
  expect(await rows(post)).toHaveLength(2)
  expect((await remove(parent.id, ada)).statusCode).toBe(204)
  expect(await rows(post)).toEqual([])
  expect((await remove(parent.id, ada)).json().code).toBe('COMMENT_NOT_FOUND')
  expect((await list(post)).comments_count).toBe(0)

  const left = await said(post)
  await makeAdmin(it.db, cleo.user_id)
  expect((await remove(left.id, cleo)).statusCode).toBe(204)
  await it.db.updateTable('profiles').set({ is_admin: false }).where('user_id', '=', cleo.user_id).execute()
})

test('COMM-11 DATA-10 a like of a comment: on, once, off, once, also of a reply; races count right', async () => {
  const post = await aPost(it.db, ben.user_id)
  const parent = await said(post)
  const { id } = await said(post, { parent_comment_id: parent.id })
  const like = (who = ada) => send('PUT', `/api/comments/${id}/like`, { who })
  const unlike = (who = ada) => send('DELETE', `/api/comments/${id}/like`, { who })
  expect((await like()).json()).toEqual({ likes_count: 1, liked: true })
  expect((await like()).json()).toEqual({ likes_count: 1, liked: true })
  expect((await like(ben)).json()).toEqual({ likes_count: 2, liked: true })
  expect((await list(post, '?media_index=0', cleo)).items[0]?.replies[0]).toMatchObject({
    likes_count: 2,
    liked: false,
  })
  expect((await unlike()).json()).toEqual({ likes_count: 1, liked: false })
  expect((await unlike()).json()).toEqual({ likes_count: 1, liked: false })
  const answers = await Promise.all(
    Array.from({ length: 90 }, (_, i) => (i % 2 ? like : unlike)([ada, ben, cleo][i % 3])),
  )
  for (const answer of answers) expect(answer.statusCode).toBe(200)
  const kept = await it.db
    .selectFrom('comment_likes')
    .select('user_id')
    .where('comment_id', '=', id)
    .execute()
  expect((await list(post)).items[0]?.replies[0]?.likes_count).toBe(kept.length)
  expect((await send('PUT', `/api/comments/${randomUUID()}/like`)).json().code).toBe('COMMENT_NOT_FOUND')
})

test('A8 likes taken back while the comment is deleted: nobody is told that something broke', async () => {
  const post = await aPost(it.db, ben.user_id)
  for (let round = 0; round < 15; round += 1) {
    const { id } = await said(post)
    const likes = [ada, ben, cleo].map((who) => ({ who, url: `/api/comments/${id}/like` }))
    for (const { who, url } of likes) await send('PUT', url, { who })
    const answers = await Promise.all([
      ...likes.map(({ who, url }) => send('DELETE', url, { who })),
      send('DELETE', `/api/comments/${id}`),
    ])
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([])
  }
  expect(await rows(post)).toEqual([])
})

test('G-25 C10 comments and replies come in pages without gap or double; cursors are of their list alone', async () => {
  const post = await aPost(it.db, ben.user_id, { media: ['image', 'image'] })
  const parents = Array.from({ length: 45 }, () => uuid())
  const at = (i: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(i / 3) * 1000)
  const row = (id: string, i: number, parent_comment_id: string | null) => ({
    ...{ id, post_id: post, media_index: 0, user_id: ada.user_id, parent_comment_id },
    content: `No. ${i}`,
    created_at: at(i),
  })
  await it.db
    .insertInto('comments')
    .values(parents.map((id, i) => row(id, i, null)))
    .execute()
  const first = parents[0] ?? ''
  await it.db
    .insertInto('comments')
    .values(Array.from({ length: 75 }, (_, i) => row(uuid(), i, first)))
    .execute()
  const kept = await rows(post)
  const wanted = kept.filter((one) => one.parent_comment_id === null).map(({ id }) => id)

  const seen: Comment[] = []
  const cursors: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer: Awaited<ReturnType<typeof list>> = await list(
      post,
      `?media_index=0${cursor && `&cursor=${cursor}`}`,
    )
    seen.push(...answer.items)
    cursor = answer.next_cursor
    if (cursor) cursors.push(cursor)
  }
  expect(seen.map(({ id }) => id)).toEqual(wanted.toReversed())

  const thread = seen.find(({ id }) => id === first)
  const replies = thread?.replies.map(({ id }) => id) ?? []
  expect([replies.length, thread?.replies_count]).toEqual([10, 75])
  for (let cursor = thread?.replies_cursor ?? null; cursor !== null; ) {
    const answer = (await send('GET', `/api/comments/${first}/replies?cursor=${cursor}`)).json()
    replies.push(...answer.items.map(({ id }: { id: string }) => id))
    cursor = answer.next_cursor
  }
  expect(replies).toEqual(kept.filter((one) => one.parent_comment_id === first).map(({ id }) => id))

  const [cursor] = cursors
  for (const url of [
    `/api/posts/${post}/comments?media_index=1&cursor=${cursor}`,
    `/api/posts/${post}/comments?cursor=${cursor}`,
    `/api/posts/${await aPost(it.db, ben.user_id)}/comments?media_index=0&cursor=${cursor}`,
    `/api/comments/${parents[1]}/replies?cursor=${thread?.replies_cursor}`,
  ])
    expect((await send('GET', url)).json().code, url).toBe('BAD_CURSOR')
})

test('RT-01 comments and their likes are told within a second, with ids and counts and no words', async () => {
  const post = await aPost(it.db, ben.user_id)
  const told = async (name: string) =>
    (
      await it.db
        .selectFrom('events')
        .select('data')
        .where('topic', '=', 'comments')
        .where('name', '=', name)
        .orderBy('id')
        .execute()
    )
      .map(({ data }) => data as { post_id: string })
      .filter((data) => data.post_id === post)
  const made = await said(post, { content: 'Secret handshake' })
  const who = { comment_id: made.id, user_id: ada.user_id }
  const wait = { timeout: 10_000 }
  const item = { post_id: post, media_index: 0 }
  await vi.waitFor(async () => expect(await told('comment')).toHaveLength(1), wait)
  expect(await told('comment')).toEqual([
    { ...item, comments_count: 1, changes: [{ kind: 'created', parent_comment_id: null, ...who }] },
  ])
  await send('PUT', `/api/comments/${made.id}/like`)
  await send('PUT', `/api/comments/${made.id}/like`)
  expect(await told('comment_like')).toEqual([
    { ...item, ...who, discussion_id: null, likes_count: 1, liked: true },
  ])
  await send('DELETE', `/api/comments/${made.id}`)
  await vi.waitFor(
    async () =>
      expect((await told('comment')).at(-1)).toMatchObject({
        comments_count: 0,
        changes: [{ kind: 'deleted', ...who }],
      }),
    wait,
  )
})
