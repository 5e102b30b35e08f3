import { randomUUID } from 'node:crypto'
import type { Discussion, NewDiscussion } from '@nollie/contract'
import { expect } from 'vitest'
import { type Actor, actor, getOutcome } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { makeAdmin } from '../../../test/actors/people.ts'
import { until } from '../../../test/world/until.ts'

const WAX = { title: 'Wax', content: 'Which one?' }
const CANDLES = { content: 'Candles.' }

test.beforeEach(async ({ app: { db } }) => {
  await db.deleteFrom('discussions').execute()
  await db.deleteFrom('blocks').execute()
  await db.deleteFrom('events').execute()
})

type Page<T> = { items: T[]; next_cursor: string | null }

async function allPages<T extends { id: string }>(load: (query: object) => Promise<Page<T>>) {
  const ids: string[] = []
  const sizes: number[] = []
  for (let query: object | null = {}; query !== null; ) {
    const { items, next_cursor }: Page<T> = await load(query)
    ids.push(...items.map(({ id }) => id))
    sizes.push(items.length)
    query = next_cursor === null ? null : { cursor: next_cursor }
  }
  return { ids, sizes }
}

async function publishedEvents({ db }: TestApp) {
  const rows = await db
    .selectFrom('events')
    .select(['name', 'data'])
    .where('topic', '=', 'discussions')
    .orderBy('id')
    .execute()
  return rows.map(({ name, data }) => [name, data])
}

test('API-65 DSC-03 DSC-11 DATA-14 API-66 others read a discussion in the list and at its own URL', async ({
  app,
  ada,
  ben,
}) => {
  const made = await ada.startDiscussion({
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
  expect((await ben.listDiscussions()).items).toEqual([wanted])
  expect(await ben.getDiscussion(made.id)).toEqual(wanted)
  expect(await publishedEvents(app)).toEqual([
    ['discussion', { kind: 'created', discussion_id: made.id, user_id: ada.user_id }],
  ])
})

test('DSC-06 DATA-15 there are four categories, with general as the default', async ({ ada }) => {
  expect((await ada.startDiscussion(WAX)).category).toBe('general')
  for (const category of ['general', 'tips', 'gear', 'spots'] as const)
    expect((await ada.startDiscussion({ ...WAX, category })).category).toBe(category)
  const other = { ...WAX, category: 'ads' } as unknown as NewDiscussion
  expect(await getOutcome(ada.startDiscussion(other))).toBe('BAD_REQUEST')
})

test('DSC-08 refuses blank and overlong text, control characters, and visitors, and stores nothing', async ({
  ada,
  visitor,
}) => {
  const blank: [Partial<NewDiscussion>, string][] = [
    [{ title: '   ' }, 'title'],
    [{ title: '' }, 'title'],
    [{ content: ' \n ' }, 'content'],
  ]
  for (const [part, field] of blank)
    await expect(ada.startDiscussion({ ...WAX, ...part })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      fields: { [field]: 'Please fill in all fields.' },
    })
  for (const part of [
    { title: 'x'.repeat(201) },
    { content: 'x'.repeat(4001) },
    { title: 'a\u0000b' },
    { title: 7 },
  ])
    expect(await getOutcome(ada.startDiscussion({ ...WAX, ...part } as NewDiscussion))).toBe('BAD_REQUEST')
  expect(await getOutcome(visitor.startDiscussion(WAX))).toBe('SESSION_MISSING')
  expect((await ada.listDiscussions()).items).toEqual([])
  const script = { title: 'x'.repeat(200), content: '<script>alert(1)</script>' }
  expect(await ada.startDiscussion(script)).toMatchObject({ content: '<script>alert(1)</script>' })
})

test('A2 the sender can’t set author, counts, and time', async ({ ada, ben }) => {
  const forged = {
    user_id: ben.user_id,
    id: randomUUID(),
    comments_count: 9,
    comment_count: 9,
    created_at: '2001-01-01T00:00:00.000Z',
  }
  const made = await ada.startDiscussion({ ...WAX, ...forged })
  expect(made).toMatchObject({ user_id: ada.user_id, comments_count: 0 })
  expect(made.created_at).not.toMatch(/^2001/)
})

test('R8 concurrent identical submits create one discussion and one comment', async ({ ada }) => {
  const many = async (url: string, body: object) => {
    const key = randomUUID()
    const responses = await Promise.all(Array.from({ length: 6 }, () => ada.send('POST', url, body, { key })))
    for (const { statusCode } of responses) expect([201, 409]).toContain(statusCode)
    const again = await ada.send('POST', url, body, { key })
    expect(again.statusCode).toBe(201)
    const other = await ada.send('POST', url, { ...body, content: 'Other' }, { key })
    expect(other.json().code).toBe('KEY_REUSED')
    return again.json<{ id: string }>().id
  }
  const id = await many('/api/discussions', WAX)
  const comment = await many(`/api/discussions/${id}/comments`, CANDLES)
  const { items } = await ada.listDiscussions()
  expect(items.map((found) => [found.id, found.comments_count])).toEqual([[id, 1]])
  expect((await ada.listDiscussionComments(id)).items.map((found) => found.id)).toEqual([comment])
})

test('API-64 G-25 newest first, in pages without gaps or duplicates, also between equal times', async ({
  app: { db },
  ada,
  ben,
}) => {
  for (let i = 0; i < 45; i++) {
    const { id } = await (i % 2 ? ada : ben).startDiscussion({ ...WAX, title: `Nr ${i}` })
    const created_at = new Date(Date.UTC(2026, 5, 1) + Math.floor(i / 4) * 1000)
    await db.updateTable('discussions').set({ created_at }).where('id', '=', id).execute()
  }
  const rows = await db
    .selectFrom('discussions')
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const { ids, sizes } = await allPages<Discussion>((query) => ada.listDiscussions(query))
  expect(ids).toEqual(rows.map(({ id }) => id))
  expect(sizes).toEqual([20, 20, 5])
})

test('a discussion is deleted with its comments, by its author or an admin only', async ({
  app,
  ada,
  ben,
}) => {
  const { id } = await ada.startDiscussion(WAX)
  await ben.addDiscussionComment(id, CANDLES)
  expect(await getOutcome(ben.removeDiscussion(id))).toBe('NOT_ALLOWED')
  await ada.removeDiscussion(id)
  expect(await publishedEvents(app)).toContainEqual([
    'discussion',
    { kind: 'deleted', discussion_id: id, user_id: ada.user_id },
  ])
  for (const call of [
    () => ada.getDiscussion(id),
    () => ada.removeDiscussion(id),
    () => ada.listDiscussionComments(id),
    () => ada.addDiscussionComment(id, { content: 'Late.' }),
  ])
    expect(await getOutcome(call())).toBe('DISCUSSION_NOT_FOUND')
  expect(await app.db.selectFrom('comments').select('id').execute()).toEqual([])
  const other = await ben.startDiscussion(WAX)
  const admin = await actor(app, 'moderates')
  await makeAdmin(app.db, admin.user_id)
  await admin.removeDiscussion(other.id)
})

test('P5 discussions by blocked or suspended people are not shown or counted, and can’t be answered', async ({
  app,
  ada,
  ben,
}) => {
  const dan = await actor(app, 'dan')
  const bens = await ben.startDiscussion({ ...WAX, title: 'Of ben' })
  const adas = await ada.startDiscussion({ ...WAX, title: 'Of ada' })
  await ben.addDiscussionComment(adas.id, { content: 'From ben.' })
  const dans = await dan.addDiscussionComment(adas.id, { content: 'From dan.' })
  await ben.blockPerson(ada.user_id)
  const { items } = await ada.listDiscussions()
  expect(items.map(({ id, comments_count }) => [id, comments_count])).toEqual([[adas.id, 1]])
  expect((await ben.listDiscussions()).items.map(({ id }) => id)).toEqual([bens.id])
  expect(await ada.listDiscussionComments(adas.id)).toMatchObject({
    items: [{ id: dans.id }],
    comments_count: 1,
  })
  expect(await getOutcome(ada.addDiscussionComment(bens.id, { content: 'Hello?' }))).toBe(
    'DISCUSSION_NOT_FOUND',
  )
  await app.db
    .updateTable('profiles')
    .set({ suspended_at: new Date() })
    .where('user_id', '=', dan.user_id)
    .execute()
  expect(await ada.listDiscussionComments(adas.id)).toMatchObject({ items: [], comments_count: 0 })
  // The stored count includes Dan's comment, so the event omits it and clients request their own count.
  await ada.addDiscussionComment(adas.id, { content: 'From ada.' })
  const event = await app.db
    .selectFrom('events')
    .select('data')
    .where('name', '=', 'comment')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(event?.data).toMatchObject({ discussion_id: adas.id, comments_count: null })
})

test('REPORT-01 a discussion and a comment in it can be reported, each as one case that remains after its deletion', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const made = await ben.startDiscussion({ title: 'Buy my wax', content: 'Cheap.' })
  const comment = await cleo.addDiscussionComment(made.id, { content: 'Buy mine.' })
  const report = (who: Actor, target: object) =>
    who.send('POST', '/api/reports', { report_type: 'spam', ...target })
  for (const target of [
    { reported_discussion_id: made.id },
    { reported_comment_id: comment.id },
    { reported_discussion_id: made.id },
  ])
    expect((await report(ada, target)).json()).toMatchObject(target)
  expect((await report(ben, { reported_discussion_id: made.id })).json().code).toBe('OWN_THING')
  const none = [{ reported_discussion_id: randomUUID() }, { reported_comment_id: randomUUID() }]
  for (const target of none) expect((await report(ada, target)).statusCode).toBe(404)
  await ben.removeDiscussion(made.id)
  const cases = await app.db
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

test('P1 discussions are published live to members, but not across a block', async ({
  app,
  ada,
  ben,
  cleo,
  visitor,
}) => {
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const received: Record<string, unknown>[] = []
  const connection = new AbortController()
  const listening = await fetch(`${address}/api/events?topics=discussions,comments`, {
    headers: ada.bearer,
    signal: connection.signal,
  })
  expect(listening.status).toBe(200)
  expect((await visitor.send('GET', '/api/events?topics=discussions')).statusCode).toBe(401)
  const reading = (async () => {
    let text = ''
    for await (const part of listening.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part
      received.length = 0
      for (const [, name, data = ''] of text.matchAll(/^event: (discussion.*|comment)\ndata: (.*)$/gm))
        received.push({ name, ...JSON.parse(data) })
    }
  })().catch(() => {})
  const receives = (what: object) =>
    until(() => expect(received).toContainEqual(expect.objectContaining(what)))
  const bens = await ben.startDiscussion(WAX)
  await receives({ name: 'discussion', kind: 'created', discussion_id: bens.id })
  await cleo.addDiscussionComment(bens.id, CANDLES)
  await receives({ name: 'comment', discussion_id: bens.id, comments_count: 1 })
  await cleo.likeDiscussion(bens.id)
  await receives({ name: 'discussion_like', discussion_id: bens.id, likes_count: 1, user_id: cleo.user_id })
  await ada.blockPerson(ben.user_id)
  const cleos = await cleo.startDiscussion(WAX)
  const hidden = [
    await cleo.addDiscussionComment(bens.id, { content: 'Hidden with its discussion.' }),
    await ben.addDiscussionComment(cleos.id, { content: 'Hidden.' }),
  ]
  const seen = await cleo.addDiscussionComment(cleos.id, { content: 'Seen.' })
  await receives({
    name: 'comment',
    changes: [expect.objectContaining({ comment_id: seen.id })],
    comments_count: null,
  })
  for (const { id } of hidden) expect(JSON.stringify(received)).not.toContain(id)
  connection.abort()
  await reading
})

test('refuses another list’s cursors, forged ones, and malformed ids', async ({ ada }) => {
  for (let i = 0; i < 21; i++) await ada.startDiscussion(WAX)
  const { next_cursor, items } = await ada.listDiscussions()
  const cursor = String(next_cursor)
  expect(await getOutcome(ada.listDiscussionComments(items[0]?.id ?? '', { cursor }))).toBe('BAD_CURSOR')
  expect(await getOutcome(ada.listDiscussions({ cursor: 'WyJkaXNjdXNzaW9ucyIsMSwyXQ' }))).toBe('BAD_CURSOR')
  expect(await getOutcome(ada.getDiscussion("1'--"))).toBe('BAD_REQUEST')
  expect(await getOutcome(ada.getDiscussion(randomUUID()))).toBe('DISCUSSION_NOT_FOUND')
})
