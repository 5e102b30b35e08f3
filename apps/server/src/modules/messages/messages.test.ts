import { randomUUID } from 'node:crypto'
import type { Message, Thread } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { expect } from 'vitest'
import type { TestApp } from '../../../test/world/app.ts'
import { aPost, aSpotRow, follow } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import type { Actor } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'
import { notificationRows } from '../../../test/world/notifications.ts'

test.beforeEach(async ({ app }) => {
  for (const table of ['message_threads', 'follows', 'blocks', 'notifications'] as const)
    await app.db.deleteFrom(table).execute()
})

function write(who: Actor, to: Actor, body: object | string, key: string = randomUUID()) {
  return who.send(
    'POST',
    `/api/messages/with/${to.user_id}`,
    typeof body === 'string' ? { content: body } : body,
    {
      key,
    },
  )
}

async function wrote(who: Actor, to: Actor, body: object | string): Promise<Message> {
  const answer = await write(who, to, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

async function threads(who: Actor, query = '') {
  return (await who.send('GET', `/api/messages/threads${query}`)).json<{
    items: Thread[]
    next_cursor: string | null
  }>()
}

async function requests(who: Actor) {
  return (await threads(who, '?box=requests')).items
}

async function inbox(who: Actor) {
  return (await threads(who)).items
}

async function page(who: Actor, thread_id: string, query = '') {
  return (await who.send('GET', `/api/messages/threads/${thread_id}/messages${query}`)).json<{
    items: Message[]
    next_cursor: string | null
  }>()
}

async function unread(who: Actor) {
  return await who.countUnreadMessages()
}

/** Two people who follow each other, so that their messages aren't requests. */
async function friends(app: TestApp, ada: Actor, ben: Actor) {
  await follow(app.db, ada.user_id, ben.user_id)
  await follow(app.db, ben.user_id, ada.user_id)
}

test('P-01 a message is unread in a follower’s inbox, and read in its sender’s', async ({
  app,
  ada,
  ben,
}) => {
  await follow(app.db, ben.user_id, ada.user_id)
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
      is_muted: false,
      last_message_at: sent.created_at,
    },
  ])
  expect(await inbox(ada)).toMatchObject([{ user: { username: 'ben' }, unread_count: 0, read_seq: 1 }])
  expect([await unread(ada), await unread(ben)]).toEqual([
    { unread_count: 0, requests_count: 0 },
    { unread_count: 1, requests_count: 0 },
  ])
  expect(await notificationRows(app, ben)).toEqual([])
})

test('a message from a person one doesn’t follow is a request, notifies once, and is accepted by a reply', async ({
  ada,
  ben,
}) => {
  const { thread_id } = await wrote(ada, ben, 'Hi')
  await wrote(ada, ben, 'You there?')
  expect([await inbox(ben), await requests(ada)]).toEqual([[], []])
  expect(await requests(ben)).toMatchObject([{ id: thread_id, box: 'requests', unread_count: 2 }])
  expect(await unread(ben)).toEqual({ unread_count: 0, requests_count: 1 })
  expect(await ben.notifications()).toMatchObject([
    { type: 'message_request', thread_id, from_user_id: ada.user_id, actors_count: 1 },
  ])
  expect(await inbox(ada)).toMatchObject([{ accepted_by_other: false }])
  await wrote(ben, ada, 'Now I am')
  expect(await requests(ben)).toEqual([])
  expect(await inbox(ben)).toMatchObject([{ id: thread_id, unread_count: 0, read_seq: 3 }])
  expect(await inbox(ada)).toMatchObject([{ accepted_by_other: true, unread_count: 1, read_seq_of_other: 3 }])
})

test('a request can also be accepted by following, and allows only a few messages until then', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const { thread_id } = await wrote(ada, ben, 'one')
  for (let n = 2; n <= LIMITS.messages_in_request; n++) await wrote(ada, ben, `more ${n}`)
  const tooMuch = await write(ada, ben, 'again')
  expect([tooMuch.statusCode, tooMuch.json().code]).toEqual([403, 'REQUEST_WAITS'])
  expect((await page(ben, thread_id)).items).toHaveLength(LIMITS.messages_in_request)
  await ben.acceptThread(thread_id)
  expect(await inbox(ben)).toMatchObject([{ id: thread_id, unread_count: 5 }])
  await wrote(ada, ben, 'again')
  await wrote(cleo, ben, 'Hi')
  expect(await requests(ben)).toHaveLength(1)
  await follow(app.db, ben.user_id, cleo.user_id)
  expect([(await inbox(ben)).length, await requests(ben)]).toEqual([2, []])
})

test('lists messages in pages, newest first, and threads by their newest message', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  await friends(app, ada, ben)
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
  const foreign = await ada.send(
    'GET',
    `/api/messages/threads/${other.thread_id}/messages?cursor=${first.next_cursor}`,
  )
  expect(foreign.json().code).toBe('BAD_CURSOR')
})

test('lists threads in pages without gaps or duplicates', async ({ app, ada }) => {
  const others = await Promise.all(Array.from({ length: 25 }, (_, n) => aMember(app.db, `pal${n}`)))
  for (const user_id of others) await wrote(ada, { ...ada, user_id }, 'Hi')
  const first = await threads(ada)
  const second = await threads(ada, `?cursor=${first.next_cursor}`)
  expect(second.next_cursor).toBeNull()
  expect([...first.items, ...second.items].map(({ user }) => user.user_id)).toEqual(others.toReversed())
  const foreign = await ada.send('GET', `/api/messages/threads?box=requests&cursor=${first.next_cursor}`)
  expect(foreign.json().code).toBe('BAD_CURSOR')
})

test('a message can share a spot or a post’s item, which disappears once it is deleted', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  await friends(app, ada, ben)
  const spot_id = await aSpotRow(app.db, cleo.user_id, 'Forum')
  const post_id = await aPost(app.db, cleo.user_id, { title: 'Line', media: ['image', 'image'] })
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
  await cleo.blockPerson(ben.user_id)
  const hidden = (await page(ben, item.thread_id)).items
  expect(hidden[0]?.shared).toEqual({ kind: 'post', spot: null, post: null, list: null })
  expect((await page(ada, item.thread_id)).items[0]?.shared?.post?.id).toBe(post_id)
  await cleo.removePost(post_id)
  await cleo.removeSpot(spot_id)
  expect((await page(ada, item.thread_id)).items.map(({ shared }) => shared)).toEqual([
    { kind: 'post', spot: null, post: null, list: null },
    { kind: 'spot', spot: null, post: null, list: null },
  ])
  const refused = [
    [{ spot_id }, 'SPOT_NOT_FOUND'],
    [{ post: { post_id } }, 'POST_NOT_FOUND'],
    [{ post: { post_id: await aPost(app.db, ada.user_id), media_index: 7 } }, 'MEDIA_NOT_FOUND'],
    [{ spot_id, post: { post_id } }, 'BAD_REQUEST'],
    [{ content: ' \n ' }, 'BAD_REQUEST'],
    [{ content: 'x'.repeat(2001) }, 'BAD_REQUEST'],
    [{ content: 'a\u0000b' }, 'BAD_REQUEST'],
    [{ content: 'x', user_id: cleo.user_id, spot_id: 'x' }, 'BAD_REQUEST'],
  ] as const
  for (const [body, code] of refused) expect((await write(ada, ben, body)).json().code).toBe(code)
  expect((await page(ada, item.thread_id)).items).toHaveLength(2)
})

const GONE_LIST = { kind: 'list', spot: null, post: null, list: null }

test('a message can share a list, which disappears for readers who lose access to it', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  await friends(app, ada, ben)
  const spot_id = await aSpotRow(app.db, cleo.user_id, 'Forum')
  const { id } = await cleo.addList({ name: 'Sunday', visibility: 'public', spot_id })
  const secret = await aSpotRow(app.db, cleo.user_id, 'Secret')
  await app.db.updateTable('spots').set({ audience: 'only_me' }).where('id', '=', secret).execute()
  await cleo.addToList(id, secret)
  const sent = await wrote(ada, ben, { list_key: id })
  expect(sent).toMatchObject({ content: null, shared: { kind: 'list', spot: null, post: null } })
  const list = { id, key: id, name: 'Sunday', user: { username: 'cleo' }, spots_count: 1, photo: null }
  expect(sent.shared?.list).toMatchObject(list)
  const newest = async (who: Actor) => (await page(who, sent.thread_id)).items[0]?.shared
  expect((await newest(ben))?.list).toMatchObject(list)
  expect((await inbox(ben))[0]?.last_message?.shared?.list).toMatchObject(list)
  await cleo.blockPerson(ben.user_id)
  expect(await newest(ben)).toEqual(GONE_LIST)
  expect((await newest(ada))?.list?.id).toBe(id)
  await cleo.unblockPerson(ben.user_id)
  expect((await newest(ben))?.list?.id).toBe(id)
  await cleo.editList(id, { visibility: 'private' })
  expect([await newest(ada), await newest(ben)]).toEqual([GONE_LIST, GONE_LIST])
  await cleo.editList(id, { visibility: 'public' })
  expect((await newest(ben))?.list?.id).toBe(id)
  await cleo.removeList(id)
  expect([await newest(ada), await newest(ben)]).toEqual([GONE_LIST, GONE_LIST])
})

test('a list that is shared by link stays readable in messages until its link is replaced', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  await friends(app, ada, ben)
  await friends(app, cleo, ben)
  const { id, link } = await cleo.addList({ name: 'Tour', visibility: 'link' })
  const sent = await wrote(ada, ben, { content: 'Look', list_key: link })
  expect(sent.shared?.list).toMatchObject({ id, key: link })
  const newest = async (who: Actor, { thread_id }: Message) => (await page(who, thread_id)).items[0]?.shared
  expect((await newest(ben, sent))?.list?.key).toBe(link)
  // The URL of the owner's own page contains the list's id.
  const own = await wrote(cleo, ben, { list_key: id })
  expect((await newest(ben, own))?.list?.key).toBe(link)
  await cleo.renewListLink(id)
  expect([await newest(ben, sent), await newest(ada, sent)]).toEqual([GONE_LIST, GONE_LIST])
  expect(await newest(ben, own)).toEqual(GONE_LIST)
  expect((await newest(cleo, own))?.list?.key).toBe(id)
  const refused = [
    [{ list_key: id }, 'LIST_NOT_FOUND'],
    [{ list_key: link }, 'LIST_NOT_FOUND'],
    [{ list_key: randomUUID() }, 'LIST_NOT_FOUND'],
    [{ list_key: 'tour' }, 'BAD_REQUEST'],
    [{ list_key: id, spot_id: randomUUID() }, 'BAD_REQUEST'],
  ] as const
  for (const [body, code] of refused) expect((await write(ada, ben, body)).json().code).toBe(code)
  await ada.removeMessage(sent.id)
  const erased = app.db.selectFrom('messages').select(['list_id', 'list_link']).where('id', '=', sent.id)
  expect(await erased.execute()).toEqual([{ list_id: null, list_link: null }])
})

test('messages are read up to a number; deleting an unread one lowers the count', async ({
  app,
  ada,
  ben,
}) => {
  await friends(app, ada, ben)
  const sent = []
  for (const text of ['one', 'two', 'three']) sent.push(await wrote(ada, ben, text))
  const [, second, third] = sent as [Message, Message, Message]
  const url = `/api/messages/threads/${second.thread_id}/read`
  await ben.send('PUT', url, { seq: second.seq })
  expect(await unread(ben)).toMatchObject({ unread_count: 1 })
  await ben.send('PUT', url, { seq: 1 })
  expect(await inbox(ben)).toMatchObject([{ unread_count: 1, read_seq: 2 }])
  expect(await inbox(ada)).toMatchObject([{ read_seq_of_other: 2 }])
  await ada.removeMessage(third.id)
  await ada.removeMessage(third.id)
  expect(await unread(ben)).toMatchObject({ unread_count: 0 })
  expect((await page(ben, third.thread_id)).items[0]).toMatchObject({
    id: third.id,
    content: null,
    shared: null,
    deleted_at: expect.any(String),
  })
  await ben.send('PUT', url, { seq: 900 })
  await wrote(ada, ben, 'four')
  expect(await inbox(ben)).toMatchObject([{ unread_count: 1, read_seq: 3 }])
})

test('clearing a conversation only clears it for oneself, and a new message brings it back', async ({
  app,
  ada,
  ben,
}) => {
  await friends(app, ada, ben)
  const { thread_id } = await wrote(ada, ben, 'old')
  await ben.clearThread(thread_id)
  expect([await inbox(ben), (await inbox(ada)).length]).toEqual([[], 1])
  await wrote(ada, ben, 'new')
  expect(await inbox(ben)).toMatchObject([{ id: thread_id, unread_count: 1 }])
  expect((await page(ben, thread_id)).items.map(({ content }) => content)).toEqual(['new'])
  expect((await page(ada, thread_id)).items).toHaveLength(2)
})
