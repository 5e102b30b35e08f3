import { randomUUID } from 'node:crypto'
import type { Comment, Discussion } from '@nollie/contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeAdmin, people, signInAgain, type TestPerson } from '../../../test/people.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben, cleo } = await people(it, 'ada', 'ben', 'cleo'))
})
afterAll(() => it.close())
beforeEach(async () => {
  await it.db.deleteFrom('discussions').execute()
  await it.db.deleteFrom('blocks').execute()
  await it.db.deleteFrom('events').execute()
  await it.db.updateTable('profiles').set({ suspended_at: null, is_admin: false }).execute()
})

const send = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { who = ada, body, key = randomUUID() }: { who?: TestPerson | null; body?: object; key?: string } = {},
) =>
  it.app.inject({
    method,
    url,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...who?.bearer,
      ...(body ? { 'idempotency-key': key } : {}),
    },
    ...(body ? { payload: body } : {}),
  })
const start = async (body: object = {}, who = ada) => {
  const answer = await send('POST', '/api/discussions', {
    who,
    body: { title: 'Wax', content: 'Which one?', ...body },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Discussion>()
}
const say = async (id: string, content = 'Candles.', who = ada) => {
  const answer = await send('POST', `/api/discussions/${id}/comments`, { who, body: { content } })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Comment>()
}
type Page<T> = { items: T[]; next_cursor: string | null; comments_count: number }
const list = async (url = '/api/discussions', who = ada) => {
  const answer = await send('GET', url, { who })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Page<Discussion & Comment>>()
}
const everything = async (url: string) => {
  const ids: string[] = []
  const sizes: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { items, next_cursor }: Page<{ id: string }> = await list(cursor ? `${url}?cursor=${cursor}` : url)
    ids.push(...items.map(({ id }) => id))
    sizes.push(items.length)
    cursor = next_cursor
  }
  return { ids, sizes }
}
const told = async () => {
  const rows = await it.db
    .selectFrom('events')
    .select(['name', 'data'])
    .where('topic', '=', 'discussions')
    .orderBy('id')
    .execute()
  return rows.map(({ name, data }) => [name, data])
}

test('DSC-03 DSC-11 DATA-14 API-66 what one person starts others read, in the list and at its own address', async () => {
  const made = await start({
    title: '  Marble in winter? ',
    content: ' Candle wax\ngoes chalky. ',
    category: 'tips',
  })
  const wanted = {
    id: expect.any(String),
    user_id: ada.user_id,
    user: { user_id: ada.user_id, username: 'ada', full_name: null, avatar_url: null },
    title: 'Marble in winter?',
    content: 'Candle wax\ngoes chalky.',
    category: 'tips',
    comments_count: 0,
    likes_count: 0,
    liked: false,
    version: 1,
    mentions: [],
    created_at: expect.stringMatching(/\.\d{3}Z$/),
    edited_at: null,
  }
  expect(made).toEqual(wanted)
  expect((await list('/api/discussions', ben)).items).toEqual([wanted])
  expect((await send('GET', `/api/discussions/${made.id}`, { who: ben })).json()).toEqual(wanted)
  expect(await told()).toEqual([
    ['discussion', { kind: 'created', discussion_id: made.id, user_id: ada.user_id }],
  ])
})

test('DSC-06 DATA-15 the four categories, general where none is named, and no other', async () => {
  expect((await start()).category).toBe('general')
  for (const category of ['general', 'tips', 'gear', 'spots'])
    expect((await start({ category })).category).toBe(category)
  const other = await send('POST', '/api/discussions', {
    body: { title: 'a', content: 'b', category: 'ads' },
  })
  expect(other.statusCode).toBe(400)
})

test('DSC-08 title and content must not be blank; too long, control characters and visitors: nothing is written', async () => {
  const refused: [object, string?][] = [
    [{ title: '   ' }, 'title'],
    [{ title: '' }, 'title'],
    [{ content: ' \n ' }, 'content'],
  ]
  for (const [part, field = ''] of refused) {
    const answer = await send('POST', '/api/discussions', {
      body: { title: 'Wax', content: 'Which?', ...part },
    })
    expect(answer.json()).toMatchObject({
      code: 'BAD_REQUEST',
      fields: { [field]: 'Please fill in all fields' },
    })
  }
  for (const part of [
    { title: 'x'.repeat(201) },
    { content: 'x'.repeat(4001) },
    { title: 'a\u0000b' },
    { title: 7 },
  ])
    expect(
      (await send('POST', '/api/discussions', { body: { title: 'Wax', content: 'Which?', ...part } }))
        .statusCode,
    ).toBe(400)
  const visitor = await send('POST', '/api/discussions', {
    who: null,
    body: { title: 'Wax', content: 'Which?' },
  })
  expect(visitor.json().code).toBe('SESSION_MISSING')
  expect((await list()).items).toEqual([])
  expect(await start({ title: 'x'.repeat(200), content: '<script>alert(1)</script>' })).toMatchObject({
    content: '<script>alert(1)</script>',
  })
})

test('A2 author, counts and moment are not for the sender to say', async () => {
  const made = await start({
    user_id: ben.user_id,
    id: randomUUID(),
    comments_count: 9,
    comment_count: 9,
    created_at: '2001-01-01T00:00:00.000Z',
  })
  expect(made).toMatchObject({ user_id: ada.user_id, comments_count: 0 })
  expect(made.created_at).not.toMatch(/^2001/)
})

test('R8 the same submit many times at once makes one discussion and one comment', async () => {
  const twice = async (url: string, body: object) => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 6 }, () => send('POST', url, { body, key })))
    expect(
      answers.map(({ statusCode }) => statusCode).every((status) => status === 201 || status === 409),
    ).toBe(true)
    const again = await send('POST', url, { body, key })
    expect(again.statusCode).toBe(201)
    const other = await send('POST', url, { body: { ...body, content: 'Other' }, key })
    expect(other.json().code).toBe('KEY_REUSED')
    return again.json<{ id: string }>().id
  }
  const id = await twice('/api/discussions', { title: 'Wax', content: 'Which?' })
  const comment = await twice(`/api/discussions/${id}/comments`, { content: 'Candles.' })
  expect((await list()).items.map((found) => [found.id, found.comments_count])).toEqual([[id, 1]])
  expect((await list(`/api/discussions/${id}/comments`)).items.map((found) => found.id)).toEqual([comment])
})

test('API-64 G-25 newest first, in pages without a gap or a double, also between equal moments', async () => {
  for (let i = 0; i < 45; i++) {
    const { id } = await start({ title: `Nr ${i}` }, i % 2 ? ada : ben)
    const created_at = new Date(Date.UTC(2026, 5, 1) + Math.floor(i / 4) * 1000)
    await it.db.updateTable('discussions').set({ created_at }).where('id', '=', id).execute()
  }
  const rows = await it.db
    .selectFrom('discussions')
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const { ids, sizes } = await everything('/api/discussions')
  expect(ids).toEqual(rows.map(({ id }) => id))
  expect(sizes).toEqual([20, 20, 5])
})

test('a discussion goes with its comments, by its author or an admin alone', async () => {
  const { id } = await start()
  await say(id, 'Candles.', ben)
  expect((await send('DELETE', `/api/discussions/${id}`, { who: ben })).json().code).toBe('NOT_ALLOWED')
  expect((await send('DELETE', `/api/discussions/${id}`)).statusCode).toBe(204)
  expect(await told()).toContainEqual([
    'discussion',
    { kind: 'deleted', discussion_id: id, user_id: ada.user_id },
  ])
  for (const [method, url] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/comments'],
  ] as const)
    expect((await send(method, `/api/discussions/${id}${url}`)).json().code).toBe('DISCUSSION_NOT_FOUND')
  const late = await send('POST', `/api/discussions/${id}/comments`, { body: { content: 'Late.' } })
  expect(late.json().code).toBe('DISCUSSION_NOT_FOUND')
  expect(await it.db.selectFrom('comments').select('id').execute()).toEqual([])
  const other = await start({}, ben)
  await makeAdmin(it.db, cleo.user_id)
  expect((await send('DELETE', `/api/discussions/${other.id}`, { who: cleo })).statusCode).toBe(204)
})

test('P5 whoever is blocked or suspended is not read, not counted and not answered', async () => {
  const bens = await start({ title: 'Of ben' }, ben)
  const adas = await start({ title: 'Of ada' })
  await say(adas.id, 'From ben.', ben)
  const cleos = await say(adas.id, 'From cleo.', cleo)
  await it.db.insertInto('blocks').values({ blocker_id: ben.user_id, blocked_id: ada.user_id }).execute()
  expect((await list()).items.map(({ id, comments_count }) => [id, comments_count])).toEqual([[adas.id, 1]])
  expect((await list('/api/discussions', ben)).items.map(({ id }) => id)).toEqual([bens.id])
  expect(await list(`/api/discussions/${adas.id}/comments`)).toMatchObject({
    items: [{ id: cleos.id }],
    comments_count: 1,
  })
  const answer = await send('POST', `/api/discussions/${bens.id}/comments`, { body: { content: 'Hello?' } })
  expect(answer.json().code).toBe('DISCUSSION_NOT_FOUND')
  await it.db
    .updateTable('profiles')
    .set({ suspended_at: new Date() })
    .where('user_id', '=', cleo.user_id)
    .execute()
  expect(await list(`/api/discussions/${adas.id}/comments`)).toMatchObject({ items: [], comments_count: 0 })
  // The number that is kept counts what Cleo said: whoever listens asks for theirs.
  await say(adas.id, 'From ada.', ada)
  const told = await it.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', 'comment')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(told?.data).toMatchObject({ discussion_id: adas.id, comments_count: null })
  cleo = await signInAgain(it, cleo)
})

test('REPORT-01 a discussion and what was said in it can be reported, each as one case that outlives it', async () => {
  const made = await start({ title: 'Buy my wax', content: 'Cheap.' }, ben)
  const said = await say(made.id, 'Buy mine.', cleo)
  const report = (thing: object, who = ada) =>
    send('POST', '/api/reports', { who, body: { report_type: 'spam', ...thing } })
  for (const thing of [
    { reported_discussion_id: made.id },
    { reported_comment_id: said.id },
    { reported_discussion_id: made.id },
  ])
    expect((await report(thing)).json()).toMatchObject(thing)
  expect((await report({ reported_discussion_id: made.id }, ben)).json().code).toBe('OWN_THING')
  const none = [{ reported_discussion_id: randomUUID() }, { reported_comment_id: randomUUID() }]
  for (const thing of none) expect((await report(thing)).statusCode).toBe(404)
  expect((await send('DELETE', `/api/discussions/${made.id}`, { who: ben })).statusCode).toBe(204)
  const cases = await it.db
    .selectFrom('report_cases')
    .select(['kind', 'owner_id', 'words', 'discussion_id', 'comment_id', 'reports_count'])
    .where('reports_count', '>', 0)
    .orderBy('id')
    .execute()
  const gone = { discussion_id: null, comment_id: null, reports_count: 1 }
  expect(cases).toEqual([
    { kind: 'discussion', owner_id: ben.user_id, words: 'Buy my wax\nCheap.', ...gone },
    { kind: 'comment', owner_id: cleo.user_id, words: 'Buy mine.', ...gone },
  ])
})

test('P1 discussions are told live to members who listen, and across a block nothing of them', {
  timeout: 60_000,
}, async () => {
  const address = await it.app.listen({ port: 0, host: '127.0.0.1' })
  const heard: Record<string, unknown>[] = []
  const ears = new AbortController()
  const listening = await fetch(`${address}/api/events?topics=discussions,comments`, {
    headers: ada.bearer,
    signal: ears.signal,
  })
  expect(listening.status).toBe(200)
  const visitor = await it.app.inject({ url: '/api/events?topics=discussions' })
  expect(visitor.statusCode).toBe(401)
  const reading = (async () => {
    let text = ''
    for await (const part of listening.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part
      heard.length = 0
      for (const [, name, data = ''] of text.matchAll(/^event: (discussion.*|comment)\ndata: (.*)$/gm))
        heard.push({ name, ...JSON.parse(data) })
    }
  })().catch(() => {})
  const hears = (what: object) =>
    vi.waitFor(() => expect(heard).toContainEqual(expect.objectContaining(what)), 15_000)
  const bens = await start({}, ben)
  await hears({ name: 'discussion', kind: 'created', discussion_id: bens.id })
  await say(bens.id, 'Candles.', cleo)
  await hears({ name: 'comment', discussion_id: bens.id, comments_count: 1 })
  await send('PUT', `/api/discussions/${bens.id}/like`, { who: cleo })
  await hears({ name: 'discussion_like', discussion_id: bens.id, likes_count: 1, user_id: cleo.user_id })
  await send('PUT', `/api/people/${ben.user_id}/block`)
  const cleos = await start({}, cleo)
  const hidden = [
    await say(bens.id, 'Hidden with its discussion.', cleo),
    await say(cleos.id, 'Hidden.', ben),
  ]
  const seen = await say(cleos.id, 'Seen.', cleo)
  await hears({
    name: 'comment',
    changes: [expect.objectContaining({ comment_id: seen.id })],
    comments_count: null,
  })
  for (const { id } of hidden) expect(JSON.stringify(heard)).not.toContain(id)
  ears.abort()
  await reading
})

test('a cursor of another list, changed ones and ids that are none are refused', async () => {
  for (let i = 0; i < 21; i++) await start()
  const { next_cursor, items } = await list()
  const id = items[0]?.id
  const bad = [
    `/api/discussions/${id}/comments?cursor=${next_cursor}`,
    '/api/discussions?cursor=WyJkaXNjdXNzaW9ucyIsMSwyXQ',
  ]
  for (const url of bad) expect((await send('GET', url)).json().code).toBe('BAD_CURSOR')
  expect((await send('GET', "/api/discussions/1'--")).statusCode).toBe(400)
  expect((await send('GET', `/api/discussions/${randomUUID()}`)).json().code).toBe('DISCUSSION_NOT_FOUND')
})
