import { randomUUID } from 'node:crypto'
import type { Message, Thread } from '@nollie/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { doings } from '../../../test/news.ts'
import { makeAdmin, people, signInAgain, member, type TestPerson } from '../../../test/people.ts'
import { follow } from '../../../test/posts.ts'
import { aMember } from '../../../test/spots.ts'
import { suspend } from '../accounts/index.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
let dee: TestPerson
let act: ReturnType<typeof doings>
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben, cleo, dee } = await people(it, 'ada', 'ben', 'cleo', 'dee'))
  act = doings(it)
  await makeAdmin(it.db, dee.user_id)
})
beforeEach(async () => {
  for (const table of [
    'message_threads',
    'follows',
    'blocks',
    'reports',
    'report_cases',
    'rate_counts',
  ] as const)
    await it.db.deleteFrom(table).execute()
})
afterAll(() => it.close())

const write = (who: TestPerson | null, to: TestPerson, content: string, key: string = randomUUID()) =>
  act.send(who, 'POST', `/api/messages/with/${to.user_id}`, { content }, { 'idempotency-key': key })
const wrote = async (who: TestPerson, to: TestPerson, content: string): Promise<Message> => {
  const answer = await write(who, to, content)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const boxes = async (who: TestPerson) =>
  (
    await Promise.all(
      ['inbox', 'requests'].map((box) => act.ok(who, 'GET', `/api/messages/threads?box=${box}`)),
    )
  ).flatMap((answer) => answer.json<{ items: Thread[] }>().items)
const allRows = async () => {
  const { rows } = await sql<{ all: string }>`
    select concat((select json_agg(t order by id) from message_threads t),
      (select json_agg(s order by thread_id, user_id) from message_sides s),
      (select json_agg(m order by id) from messages m)) as all`.execute(it.db)
  return rows[0]?.all
}

test('A1 a conversation is of two people: visitors, others and admins read, change and learn nothing', async () => {
  const message = await wrote(ada, ben, 'secret handshake')
  const thread = `/api/messages/threads/${message.thread_id}`
  const calls = [
    ['GET', thread],
    ['GET', `${thread}/messages`],
    ['PUT', `${thread}/read`, { seq: 1 }],
    ['PUT', `${thread}/accept`],
    ['DELETE', thread],
    ['DELETE', `/api/messages/${message.id}`],
    ['POST', '/api/reports', { report_type: 'spam', description: null, reported_message_id: message.id }],
  ] as const
  const before = await allRows()
  for (const [method, url, body] of calls) {
    expect((await act.send(null, method, url, body)).statusCode, `${method} ${url}`).toBe(401)
    for (const who of [cleo, dee]) {
      const answer = await act.send(who, method, url, body)
      expect(answer.statusCode, `${method} ${url} ${answer.body}`).toBe(404)
      expect(answer.body).not.toContain('handshake')
    }
  }
  const visitor = [
    ['GET', '/api/messages/threads'],
    ['GET', '/api/messages/unread'],
    ['GET', `/api/messages/with/${ben.user_id}`],
    ['POST', `/api/messages/with/${ben.user_id}`, { content: 'x' }],
  ] as const
  for (const [method, url, body] of visitor)
    expect((await act.send(null, method, url, body)).statusCode, url).toBe(401)
  expect((await act.send(ben, 'DELETE', `/api/messages/${message.id}`)).json().code).toBe('NOT_ALLOWED')
  expect(await allRows()).toBe(before)
  expect([await boxes(cleo), await boxes(dee)]).toEqual([[], []])
})

test('nobody writes to themselves or to who is not there', async () => {
  expect((await write(ada, ada, 'me')).statusCode).toBe(400)
  const nobody = { ...ada, user_id: randomUUID() }
  expect((await write(ada, nobody, 'hello')).json().code).toBe('PERSON_NOT_FOUND')
  expect((await act.send(ada, 'GET', `/api/messages/with/${nobody.user_id}`)).json().code).toBe(
    'PERSON_NOT_FOUND',
  )
})

test('a block: no message either way, and the conversation is gone for both until it ends', async () => {
  const { thread_id, id } = await wrote(ada, ben, 'hello')
  await act.block(ben, ada)
  const before = await allRows()
  for (const [who, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect((await write(who, other, 'psst')).json().code).toBe('PERSON_NOT_FOUND')
    expect((await act.send(who, 'GET', `/api/messages/with/${other.user_id}`)).statusCode).toBe(404)
    expect(await boxes(who)).toEqual([])
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/messages'],
      ['PUT', '/read', { seq: 1 }],
      ['PUT', '/accept'],
      ['DELETE', ''],
    ] as const)
      expect(
        (await act.send(who, method, `/api/messages/threads/${thread_id}${path}`, body)).json().code,
        `${method} ${path}`,
      ).toBe('THREAD_NOT_FOUND')
    expect((await act.ok(who, 'GET', '/api/messages/unread')).json()).toEqual({
      unread_count: 0,
      requests_count: 0,
    })
  }
  expect(await allRows()).toBe(before)
  // What one wrote stays one's own: it can be deleted, and the other can still report it.
  const events = () => it.db.selectFrom('events').select('topic').where('name', '=', 'message').execute()
  const told = (await events()).length
  await act.ok(ben, 'POST', '/api/reports', {
    report_type: 'harassment',
    description: null,
    reported_message_id: id,
  })
  await act.ok(ada, 'DELETE', `/api/messages/${id}`)
  expect((await events()).slice(told)).toEqual([{ topic: `user:${ada.user_id}` }])
  await it.db.deleteFrom('blocks').execute()
  expect(await boxes(ben)).toMatchObject([{ id: thread_id }])
})

test('a message that races with a block is there before it or not at all', async () => {
  for (let n = 0; n < 12; n++) {
    await it.db.deleteFrom('blocks').execute()
    // The block ends it.
    await follow(it.db, ben.user_id, ada.user_id)
    const [answer] = await Promise.all([
      write(ada, ben, `race ${n}`),
      act.ok(ben, 'PUT', `/api/people/${ada.user_id}/block`),
    ])
    const made = await it.db.selectFrom('messages').select('id').where('content', '=', `race ${n}`).execute()
    expect([
      [201, 1],
      [404, 0],
    ]).toContainEqual([answer.statusCode, made.length])
  }
})

test('a suspended person neither writes nor is written to, and their conversations are hidden', async () => {
  await wrote(ada, ben, 'hello')
  await it.db.transaction().execute((tx) => suspend(tx, ada.user_id, true))
  expect((await write(ada, ben, 'again')).statusCode).toBe(401)
  expect((await write(ben, ada, 'you?')).json().code).toBe('PERSON_NOT_FOUND')
  expect(await boxes(ben)).toEqual([])
  const reader = await signInAgain(it, ada)
  expect((await write(reader, ben, 'again')).json().code).toBe('SUSPENDED')
  await it.db.updateTable('profiles').set({ suspended_at: null }).where('user_id', '=', ada.user_id).execute()
  ada = reader
  expect(await boxes(ben)).toHaveLength(1)
})

test('I5 first messages at once, from both sides, make one conversation without a gap in its numbers', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => (n % 2 ? write(ada, ben, `a${n}`) : write(ben, ada, `b${n}`))),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
  const rows = await it.db.selectFrom('messages').select(['thread_id', 'seq']).orderBy('seq').execute()
  expect(new Set(rows.map(({ thread_id }) => thread_id)).size).toBe(1)
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(await it.db.selectFrom('message_threads').select('last_seq').execute()).toEqual([{ last_seq: 8 }])
})

test('I5 a message sent twice under one key is there once, whatever the network does', async () => {
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => write(ada, ben, 'once', key)))
  for (const answer of answers) expect([201, 409]).toContain(answer.statusCode)
  const again = await write(ada, ben, 'once', key)
  expect(again.statusCode).toBe(201)
  expect(await it.db.selectFrom('messages').select('id').execute()).toEqual([{ id: again.json().id }])
  expect((await write(ada, ben, 'other', key)).json().code).toBe('KEY_REUSED')
  const kept = await it.db.selectFrom('idempotency_keys').select('answer').where('key', '=', key).execute()
  expect(kept).toEqual([{ answer: { id: again.json().id } }])
})

test('reading, writing and deleting at once leave the count of the unread exact', async () => {
  await follow(it.db, ben.user_id, ada.user_id)
  const first = await wrote(ada, ben, 'first')
  const url = `/api/messages/threads/${first.thread_id}`
  for (let n = 0; n < 6; n++) {
    const doomed = await wrote(ada, ben, `doomed ${n}`)
    await Promise.all([
      wrote(ada, ben, `more ${n}`),
      act.ok(ben, 'PUT', `${url}/read`, { seq: doomed.seq - 1 }),
      act.ok(ada, 'DELETE', `/api/messages/${doomed.id}`),
      wrote(ada, ben, `and ${n}`),
    ])
    const { rows } = await sql<{ exact: boolean }>`
      select s.unread_count = (select count(*) from messages m where m.thread_id = s.thread_id
        and m.user_id <> s.user_id and m.seq > s.read_seq and m.deleted_at is null) as exact
      from message_sides s`.execute(it.db)
    expect(rows.map(({ exact }) => exact)).toEqual([true, true])
  }
})

test('F4 conversations begun are counted apart from messages', async () => {
  const redact = await testApp({ rates: { message_start: { user: [6, 3600] } } })
  onTestFinished(redact.close)
  const eve = await member(redact, 'eve')
  const strangers = await Promise.all(Array.from({ length: 7 }, (_, n) => aMember(redact.db, `stranger${n}`)))
  const hello = async (user_id: string) =>
    (await doings(redact).send(eve, 'POST', `/api/messages/with/${user_id}`, { content: 'Hi' })).statusCode
  const statuses = []
  for (const user_id of strangers) statuses.push(await hello(user_id))
  expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429])
  expect(await hello(strangers[0]!)).toBe(201)
})

test('a reported message is kept in its words for whoever decides, and nothing else of the conversation', async () => {
  await wrote(ada, ben, 'before')
  const { id } = await wrote(ada, ben, 'You will regret this')
  const report = { report_type: 'harassment', description: 'Threat', reported_message_id: id }
  const own = await act.send(ada, 'POST', '/api/reports', report)
  expect(own.json().code).toBe('OWN_THING')
  const made = await act.ok(ben, 'POST', '/api/reports', report)
  expect(made.json()).toMatchObject({
    reported_message_id: id,
    reported_user_id: null,
    reporter_id: ben.user_id,
  })
  await act.ok(ada, 'DELETE', `/api/messages/${id}`)
  expect(
    await it.db.selectFrom('report_cases').select(['kind', 'owner_id', 'words', 'message_id']).execute(),
  ).toEqual([{ kind: 'message', owner_id: ada.user_id, words: 'You will regret this', message_id: id }])
  const late = await act.send(ben, 'POST', '/api/reports', report)
  expect(late.json().code).toBe('MESSAGE_NOT_FOUND')
})
