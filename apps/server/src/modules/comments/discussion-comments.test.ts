import type { Comment, CommentEvent, Discussion } from '@nollie/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { doings } from '../../../test/news.ts'
import { makeAdmin, people, type TestPerson } from '../../../test/people.ts'
import { aPost } from '../../../test/posts.ts'

let it: TestApp
let act: ReturnType<typeof doings>
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
beforeAll(async () => {
  it = await testApp()
  act = doings(it)
  ;({ ada, ben, cleo } = await people(it, 'ada', 'ben', 'cleo'))
})
afterAll(() => it.close())
beforeEach(async () => {
  await it.db.deleteFrom('discussions').execute()
  await it.db.deleteFrom('blocks').execute()
  await it.db.deleteFrom('events').execute()
  await it.db.updateTable('profiles').set({ is_admin: false }).execute()
})

const start = async (who = ada) =>
  (await act.ok(who, 'POST', '/api/discussions', { title: 'Wax', content: 'Which?' })).json<Discussion>().id
const say = async (id: string, content = 'Candles.', who = ben, parent_comment_id: string | null = null) =>
  (
    await act.ok(who, 'POST', `/api/discussions/${id}/comments`, { content, parent_comment_id })
  ).json<Comment>()
type Page = { items: Comment[]; next_cursor: string | null; comments_count: number }
const list = async (id: string, cursor = '', who = ada) =>
  (await act.ok(who, 'GET', `/api/discussions/${id}/comments${cursor}`)).json<Page>()
const refusal = async (...args: Parameters<typeof act.send>) => (await act.send(...args)).json().code
const published = async (): Promise<CommentEvent[]> => {
  const rows = await it.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', 'comment')
    .orderBy('id')
    .execute()
  return rows.map(({ data }) => data as CommentEvent)
}
const change = (kind: 'created' | 'deleted', { id, user_id, parent_comment_id }: Comment) => ({
  kind,
  comment_id: id,
  parent_comment_id,
  user_id,
})

test('DSC-14 G-14 P-03 comments of a discussion are trimmed, newest first, counted, in pages; blanks are refused', async () => {
  const id = await start()
  const made = await say(id, '  Candles.  ')
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
  expect(await published()).toEqual([
    {
      post_id: null,
      discussion_id: id,
      started_by: ada.user_id,
      comments_count: 1,
      changes: [change('created', made)],
    },
  ])
  for (let i = 0; i < 25; i++) await say(id, `Nr ${i}`)
  const first = await list(id)
  expect([first.comments_count, first.items.length, first.items[0]?.content]).toEqual([26, 20, 'Nr 24'])
  const second = await list(id, `?cursor=${first.next_cursor}`)
  expect([second.items.length, second.items.at(-1)?.id, second.next_cursor]).toEqual([6, made.id, null])
  for (const content of ['', '   ', 'x'.repeat(2001), 'a\u0007b'])
    expect(await refusal(ada, 'POST', `/api/discussions/${id}/comments`, { content })).toBe('BAD_REQUEST')
  const other = await start()
  expect(await refusal(ada, 'GET', `/api/discussions/${other}/comments?cursor=${first.next_cursor}`)).toBe(
    'BAD_CURSOR',
  )
})

test('replies stand under their comment, one level deep and in one discussion, and are counted', async () => {
  const id = await start()
  const parent = await say(id)
  const reply = await say(id, 'Which?', cleo, parent.id)
  expect(await list(id)).toMatchObject({
    items: [{ id: parent.id, replies: [{ id: reply.id, parent_comment_id: parent.id }], replies_count: 1 }],
    comments_count: 2,
  })
  expect((await act.ok(ada, 'GET', `/api/comments/${parent.id}/replies`)).json().items).toMatchObject([
    { id: reply.id },
  ])
  const reach = (discussion: string, parent_comment_id: string) =>
    refusal(ada, 'POST', `/api/discussions/${discussion}/comments`, { content: 'x', parent_comment_id })
  expect(await reach(id, reply.id)).toBe('BAD_REQUEST')
  expect(await reach(await start(), parent.id)).toBe('BAD_REQUEST')
  const post = await aPost(it.db, ada.user_id)
  const across = { content: 'x', media_index: 0, parent_comment_id: parent.id }
  expect(await refusal(ada, 'POST', `/api/posts/${post}/comments`, across)).toBe('BAD_REQUEST')
  // The author hears of the reply alone; the starter hears of both comments in one line.
  expect(await act.news(ben)).toMatchObject([{ type: 'comment_reply', discussion: { id }, post_id: null }])
  expect(await act.news(ada)).toMatchObject([{ type: 'discussion_comment', actors_count: 2 }])
  await act.ok(ben, 'DELETE', `/api/comments/${parent.id}`)
  expect(await list(id)).toMatchObject({ items: [], comments_count: 0 })
})

test('a comment of a discussion is liked once, by whoever sees it, and its author hears of it', async () => {
  const id = await start()
  const made = await say(id)
  const at = `/api/comments/${made.id}/like`
  for (let twice = 0; twice < 2; twice++)
    expect((await act.ok(ada, 'PUT', at)).json()).toEqual({ likes_count: 1, liked: true })
  expect((await list(id)).items).toMatchObject([{ likes_count: 1, liked: true }])
  expect(await act.news(ben)).toMatchObject([{ type: 'comment_like', discussion: { id } }])
  const row = await it.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', 'comment_like')
    .executeTakeFirstOrThrow()
  expect(row.data).toMatchObject({ comment_id: made.id, post_id: null, discussion_id: id, likes_count: 1 })
  expect((await act.ok(ada, 'DELETE', at)).json()).toEqual({ likes_count: 0, liked: false })
  expect(await act.news(ben)).toEqual([])
  await act.block(ada, cleo)
  expect(await refusal(cleo, 'PUT', at)).toBe('COMMENT_NOT_FOUND')
})

test('a comment is deleted by its author, whoever started the discussion, or an admin; others are refused', async () => {
  const id = await start()
  const [bens, rude, third] = [await say(id), await say(id, 'Kook.'), await say(id, 'Third.')]
  const at = (comment: Comment) => `/api/comments/${comment.id}`
  expect(await refusal(cleo, 'DELETE', at(bens))).toBe('NOT_ALLOWED')
  await act.ok(ben, 'DELETE', at(bens))
  expect(await refusal(ben, 'DELETE', at(bens))).toBe('COMMENT_NOT_FOUND')
  expect((await published()).at(-1)).toMatchObject({ comments_count: 2, changes: [change('deleted', bens)] })
  expect(await act.news(ben)).toEqual([])

  // By the starter: its author is notified, once a day, and can switch that off.
  await act.ok(ada, 'DELETE', at(rude))
  expect(await act.news(ben)).toMatchObject([
    { type: 'comment_removed', from_user_id: ada.user_id, discussion: { id, title: 'Wax' }, comment: null },
  ])
  expect(await act.news(ada)).toMatchObject([{ type: 'discussion_comment', comment: { id: third.id } }])
  const log = () => it.db.selectFrom('moderation_log').select('act').execute()
  expect(await log()).toEqual([])

  await makeAdmin(it.db, cleo.user_id)
  await act.ok(cleo, 'DELETE', at(third))
  expect(await log()).toEqual([{ act: 'deleted' }])
  expect(await list(id)).toMatchObject({ items: [], comments_count: 0 })
  // What stands under somebody's post is not theirs to delete.
  const post = await aPost(it.db, ada.user_id)
  const under = (await act.ok(ben, 'POST', `/api/posts/${post}/comments`, { content: 'Hm.' })).json<Comment>()
  expect(await refusal(ada, 'DELETE', at(under))).toBe('NOT_ALLOWED')
})

test('comments and deletions at once leave the count of their discussion right', async () => {
  const id = await start()
  const parent = await say(id)
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      say(id, `Nr ${n}`, [ada, ben, cleo][n % 3], n % 2 ? parent.id : null),
    ),
  )
  await Promise.all([
    ...made.slice(0, 6).map((one) => act.ok(ada, 'DELETE', `/api/comments/${one.id}`)),
    ...[1, 2, 3].map((n) => say(id, `Late ${n}`)),
  ])
  expect((await list(id)).comments_count).toBe(10)
})

test('likes, replies and deletions at once never wait for each other in a circle', async () => {
  const unavailable: string[] = []
  const press = async (...args: Parameters<typeof act.send>) => {
    const { statusCode, body } = await act.send(...args)
    if (statusCode >= 500) unavailable.push(`${args[1]} ${args[2]} ${body}`)
  }
  for (let round = 0; round < 10; round += 1) {
    const id = await start()
    const all = await Promise.all([ada, ben, cleo, ada, ben, cleo].map((who) => say(id, 'Candles.', who)))
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
