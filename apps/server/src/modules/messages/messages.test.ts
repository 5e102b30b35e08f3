import { randomUUID } from 'node:crypto'
import type { Message, Thread } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { doings } from '../../../test/news.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow, follow } from '../../../test/posts.ts'
import { aMember } from '../../../test/spots.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
let act: ReturnType<typeof doings>
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben, cleo } = await people(it, 'ada', 'ben', 'cleo'))
  act = doings(it)
})
beforeEach(async () => {
  for (const table of ['message_threads', 'follows', 'blocks', 'notifications'] as const)
    await it.db.deleteFrom(table).execute()
})
afterAll(() => it.close())

const write = (who: TestPerson, to: TestPerson, body: object | string, key: string = randomUUID()) =>
  act.send(
    who,
    'POST',
    `/api/messages/with/${to.user_id}`,
    typeof body === 'string' ? { content: body } : body,
    { 'idempotency-key': key },
  )
const wrote = async (who: TestPerson, to: TestPerson, body: object | string): Promise<Message> => {
  const answer = await write(who, to, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const threads = async (who: TestPerson, query = '') =>
  (await act.ok(who, 'GET', `/api/messages/threads${query}`)).json<{
    items: Thread[]
    next_cursor: string | null
  }>()
const requests = async (who: TestPerson) => (await threads(who, '?box=requests')).items
const inbox = async (who: TestPerson) => (await threads(who)).items
const page = async (who: TestPerson, thread_id: string, query = '') =>
  (await act.ok(who, 'GET', `/api/messages/threads/${thread_id}/messages${query}`)).json<{
    items: Message[]
    next_cursor: string | null
  }>()
const unread = async (who: TestPerson) => (await act.ok(who, 'GET', '/api/messages/unread')).json()
/** Two who follow each other, so that nothing is a request. */
const friends = async () => {
  await follow(it.db, ada.user_id, ben.user_id)
  await follow(it.db, ben.user_id, ada.user_id)
}

test('P-01 a message is in the inbox of whoever follows its sender, unread, and in that of its sender, read', async () => {
  await follow(it.db, ben.user_id, ada.user_id)
  const sent = await wrote(ada, ben, '  Session at six?\nBring wax ')
  expect(sent).toEqual({
    id: expect.any(String),
    thread_id: expect.any(String),
    seq: 1,
    user_id: ada.user_id,
    content: 'Session at six?\nBring wax',
    shared: null,
    created_at: expect.stringMatching(/Z$/),
    deleted_at: null,
  })
  expect(await inbox(ben)).toEqual([
    {
      id: sent.thread_id,
      user: { user_id: ada.user_id, username: 'ada', full_name: null, avatar_url: null },
      box: 'inbox',
      accepted_by_other: true,
      last_message: sent,
      unread_count: 1,
      read_seq: 0,
      read_seq_of_other: 1,
      last_message_at: sent.created_at,
    },
  ])
  expect(await inbox(ada)).toMatchObject([{ user: { username: 'ben' }, unread_count: 0, read_seq: 1 }])
  expect([await unread(ada), await unread(ben)]).toEqual([
    { unread_count: 0, requests_count: 0 },
    { unread_count: 1, requests_count: 0 },
  ])
  expect(await act.rowsOf(ben)).toEqual([])
})

test('who is not followed lands among the requests, is told of once, and comes in by an answer', async () => {
  const { thread_id } = await wrote(ada, ben, 'Hi')
  await wrote(ada, ben, 'You there?')
  expect([await inbox(ben), await requests(ada)]).toEqual([[], []])
  expect(await requests(ben)).toMatchObject([{ id: thread_id, box: 'requests', unread_count: 2 }])
  expect(await unread(ben)).toEqual({ unread_count: 0, requests_count: 1 })
  expect(await act.news(ben)).toMatchObject([
    { type: 'message_request', thread_id, from_user_id: ada.user_id, actors_count: 1 },
  ])
  expect(await inbox(ada)).toMatchObject([{ accepted_by_other: false }])
  await wrote(ben, ada, 'Now I am')
  expect(await requests(ben)).toEqual([])
  expect(await inbox(ben)).toMatchObject([{ id: thread_id, unread_count: 0, read_seq: 3 }])
  expect(await inbox(ada)).toMatchObject([{ accepted_by_other: true, unread_count: 1, read_seq_of_other: 3 }])
})

test('a request comes in by accepting it or by following, and holds a few messages until then', async () => {
  const { thread_id } = await wrote(ada, ben, 'one')
  for (let n = 2; n <= LIMITS.messages_in_request; n++) await wrote(ada, ben, `more ${n}`)
  const tooMuch = await write(ada, ben, 'again')
  expect([tooMuch.statusCode, tooMuch.json().code]).toEqual([403, 'REQUEST_WAITS'])
  expect((await page(ben, thread_id)).items).toHaveLength(LIMITS.messages_in_request)
  await act.ok(ben, 'PUT', `/api/messages/threads/${thread_id}/accept`)
  expect(await inbox(ben)).toMatchObject([{ id: thread_id, unread_count: 5 }])
  await wrote(ada, ben, 'again')
  await wrote(cleo, ben, 'Hi')
  expect(await requests(ben)).toHaveLength(1)
  await follow(it.db, ben.user_id, cleo.user_id)
  expect([(await inbox(ben)).length, await requests(ben)]).toEqual([2, []])
})

test('messages come in pages, newest first, and threads by their newest message', async () => {
  await friends()
  let thread_id = ''
  for (let n = 1; n <= 65; n++) ({ thread_id } = await wrote(n % 2 ? ada : ben, n % 2 ? ben : ada, `${n}`))
  const first = await page(ben, thread_id)
  await wrote(ada, ben, 'meanwhile')
  const second = await page(ben, thread_id, `?cursor=${first.next_cursor}`)
  const third = await page(ben, thread_id, `?cursor=${second.next_cursor}`)
  expect(third.next_cursor).toBeNull()
  expect([...first.items, ...second.items, ...third.items].map(({ content }) => Number(content))).toEqual(
    Array.from({ length: 65 }, (_, n) => 65 - n),
  )
  const other = await wrote(cleo, ada, 'x')
  const foreign = await act.send(
    ada,
    'GET',
    `/api/messages/threads/${other.thread_id}/messages?cursor=${first.next_cursor}`,
  )
  expect(foreign.json().code).toBe('BAD_CURSOR')
})

test('threads in pages, without gap or double', async () => {
  const others = await Promise.all(Array.from({ length: 25 }, (_, n) => aMember(it.db, `pal${n}`)))
  for (const user_id of others) await wrote(ada, { ...ada, user_id }, 'Hi')
  const first = await threads(ada)
  const second = await threads(ada, `?cursor=${first.next_cursor}`)
  expect(second.next_cursor).toBeNull()
  expect([...first.items, ...second.items].map(({ user }) => user.user_id)).toEqual(others.toReversed())
  const foreign = await act.send(ada, 'GET', `/api/messages/threads?box=requests&cursor=${first.next_cursor}`)
  expect(foreign.json().code).toBe('BAD_CURSOR')
})

test('a spot or an item of a post is shared, and is no more when it is gone', async () => {
  await friends()
  const spot_id = await aSpotRow(it.db, cleo.user_id, 'Forum')
  const post_id = await aPost(it.db, cleo.user_id, { title: 'Line', media: ['image', 'image'] })
  const spot = await wrote(ada, ben, { spot_id })
  expect(spot).toMatchObject({
    content: null,
    shared: { kind: 'spot', spot: { id: spot_id, name: 'Forum', photo: null }, post: null },
  })
  const item = await wrote(ada, ben, { content: 'look', post: { post_id, media_index: 1 } })
  expect(item).toMatchObject({
    content: 'look',
    shared: {
      kind: 'post',
      spot: null,
      post: {
        id: post_id,
        media_index: 1,
        title: 'Line',
        user: { username: 'cleo' },
        media: { type: 'image' },
      },
    },
  })
  await act.block(cleo, ben)
  const hidden = (await page(ben, item.thread_id)).items
  expect(hidden[0]?.shared).toEqual({ kind: 'post', spot: null, post: null })
  expect((await page(ada, item.thread_id)).items[0]?.shared?.post?.id).toBe(post_id)
  await act.ok(cleo, 'DELETE', `/api/posts/${post_id}`)
  await act.ok(cleo, 'DELETE', `/api/spots/${spot_id}`)
  expect((await page(ada, item.thread_id)).items.map(({ shared }) => shared)).toEqual([
    { kind: 'post', spot: null, post: null },
    { kind: 'spot', spot: null, post: null },
  ])
  const refused = [
    [{ spot_id }, 'SPOT_NOT_FOUND'],
    [{ post: { post_id } }, 'POST_NOT_FOUND'],
    [{ post: { post_id: await aPost(it.db, ada.user_id), media_index: 7 } }, 'MEDIA_NOT_FOUND'],
    [{ spot_id, post: { post_id } }, 'BAD_REQUEST'],
    [{ content: ' \n ' }, 'BAD_REQUEST'],
    [{ content: 'x'.repeat(2001) }, 'BAD_REQUEST'],
    [{ content: 'a\u0000b' }, 'BAD_REQUEST'],
    [{ content: 'x', user_id: cleo.user_id, spot_id: 'x' }, 'BAD_REQUEST'],
  ] as const
  for (const [body, code] of refused) expect((await write(ada, ben, body)).json().code).toBe(code)
  expect((await page(ada, item.thread_id)).items).toHaveLength(2)
})

test('what is read is read up to a message; deleting an unread one takes it off the count', async () => {
  await friends()
  const sent = []
  for (const text of ['one', 'two', 'three']) sent.push(await wrote(ada, ben, text))
  const [, second, third] = sent as [Message, Message, Message]
  const url = `/api/messages/threads/${second.thread_id}/read`
  await act.ok(ben, 'PUT', url, { seq: second.seq })
  expect(await unread(ben)).toMatchObject({ unread_count: 1 })
  await act.ok(ben, 'PUT', url, { seq: 1 })
  expect(await inbox(ben)).toMatchObject([{ unread_count: 1, read_seq: 2 }])
  expect(await inbox(ada)).toMatchObject([{ read_seq_of_other: 2 }])
  await act.ok(ada, 'DELETE', `/api/messages/${third.id}`)
  await act.ok(ada, 'DELETE', `/api/messages/${third.id}`)
  expect(await unread(ben)).toMatchObject({ unread_count: 0 })
  expect((await page(ben, third.thread_id)).items[0]).toMatchObject({
    id: third.id,
    content: null,
    shared: null,
    deleted_at: expect.any(String),
  })
  await act.ok(ben, 'PUT', url, { seq: 900 })
  await wrote(ada, ben, 'four')
  expect(await inbox(ben)).toMatchObject([{ unread_count: 1, read_seq: 3 }])
})

test('a conversation put away is away for oneself alone, and comes back with what is new', async () => {
  await friends()
  const { thread_id } = await wrote(ada, ben, 'old')
  await act.ok(ben, 'DELETE', `/api/messages/threads/${thread_id}`)
  expect([await inbox(ben), (await inbox(ada)).length]).toEqual([[], 1])
  await wrote(ada, ben, 'new')
  expect(await inbox(ben)).toMatchObject([{ id: thread_id, unread_count: 1 }])
  expect((await page(ben, thread_id)).items.map(({ content }) => content)).toEqual(['new'])
  expect((await page(ada, thread_id)).items).toHaveLength(2)
})
