import { randomUUID } from 'node:crypto'
import type { Message } from '@nollie/contract'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { type TestApp, testApp } from '../../../test/world/app.ts'
import { makeAdmin } from '../../../test/actors/people.ts'
import { follow } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import { suspend } from '../accounts/index.ts'
import { type Actor, actor, getOutcome } from '../../../test/actors/actor.ts'
import { test as base } from '../../../test/world/fixtures.ts'

const test = base.extend('dee', { scope: 'file' }, ({ app }) => actor(app, 'dee'))
test.beforeAll(async ({ app, dee }) => {
  await makeAdmin(app.db, dee.user_id)
})

test.beforeEach(async ({ app }) => {
  for (const table of [
    'message_threads',
    'follows',
    'blocks',
    'reports',
    'report_cases',
    'rate_counts',
  ] as const)
    await app.db.deleteFrom(table).execute()
})

function write(who: Actor, to: Actor, content: string, key: string = randomUUID()) {
  return who.send('POST', `/api/messages/with/${to.user_id}`, { content }, { key })
}

async function wrote(who: Actor, to: Actor, content: string): Promise<Message> {
  const answer = await write(who, to, content)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

async function boxes(who: Actor) {
  return [
    ...(await who.listThreads({ box: 'inbox' })).items,
    ...(await who.listThreads({ box: 'requests' })).items,
  ]
}

async function allRows(app: TestApp) {
  const { rows } = await sql<{ all: string }>`
    select concat((select json_agg(t order by id) from message_threads t),
      (select json_agg(s order by thread_id, user_id) from message_sides s),
      (select json_agg(m order by id) from messages m)) as all`.execute(app.db)
  return rows[0]?.all
}

test('A1 a conversation belongs to two people: visitors, others and admins cannot read, change or find it', async ({
  app,
  visitor,
  ada,
  ben,
  cleo,
  dee,
}) => {
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
  const before = await allRows(app)
  for (const [method, url, body] of calls) {
    expect((await visitor.send(method, url, body)).statusCode, `${method} ${url}`).toBe(401)
    for (const who of [cleo, dee]) {
      const answer = await who.send(method, url, body)
      expect(answer.statusCode, `${method} ${url} ${answer.body}`).toBe(404)
      expect(answer.body).not.toContain('handshake')
    }
  }
  const own = [
    ['GET', '/api/messages/threads'],
    ['GET', '/api/messages/unread'],
    ['GET', `/api/messages/with/${ben.user_id}`],
    ['POST', `/api/messages/with/${ben.user_id}`, { content: 'x' }],
  ] as const
  for (const [method, url, body] of own)
    expect((await visitor.send(method, url, body)).statusCode, url).toBe(401)
  expect(await getOutcome(ben.removeMessage(message.id))).toBe('NOT_ALLOWED')
  expect(await allRows(app)).toBe(before)
  expect([await boxes(cleo), await boxes(dee)]).toEqual([[], []])
})

test('no one can message themselves or an unknown person', async ({ ada }) => {
  expect((await write(ada, ada, 'me')).statusCode).toBe(400)
  const nobody = { ...ada, user_id: randomUUID() }
  expect((await write(ada, nobody, 'hello')).json().code).toBe('PERSON_NOT_FOUND')
  expect(await getOutcome(ada.getThreadWith(nobody.user_id))).toBe('PERSON_NOT_FOUND')
})

test('across a block no message is sent either way, and the conversation is hidden for both', async ({
  app,
  ada,
  ben,
}) => {
  const { thread_id, id } = await wrote(ada, ben, 'hello')
  await ben.blockPerson(ada.user_id)
  const before = await allRows(app)
  for (const [who, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect((await write(who, other, 'psst')).json().code).toBe('PERSON_NOT_FOUND')
    await expect(who.getThreadWith(other.user_id)).rejects.toMatchObject({ status: 404 })
    expect(await boxes(who)).toEqual([])
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/messages'],
      ['PUT', '/read', { seq: 1 }],
      ['PUT', '/accept'],
      ['DELETE', ''],
    ] as const)
      expect(
        (await who.send(method, `/api/messages/threads/${thread_id}${path}`, body)).json().code,
        `${method} ${path}`,
      ).toBe('THREAD_NOT_FOUND')
    expect(await who.countUnreadMessages()).toEqual({
      unread_count: 0,
      requests_count: 0,
    })
  }
  expect(await allRows(app)).toBe(before)
  // A message still belongs to its author, who can delete it, and the other person can still report it.
  const events = () => app.db.selectFrom('events').select('topic').where('name', '=', 'message').execute()
  const countBefore = (await events()).length
  await ben.report({
    report_type: 'harassment',
    description: null,
    reported_message_id: id,
  })
  await ada.removeMessage(id)
  expect((await events()).slice(countBefore)).toEqual([{ topic: `user:${ada.user_id}` }])
  await app.db.deleteFrom('blocks').execute()
  expect(await boxes(ben)).toMatchObject([{ id: thread_id }])
})

test('a message that races with a block is either sent before the block or not at all', async ({
  app,
  ada,
  ben,
}) => {
  for (let n = 0; n < 12; n++) {
    await app.db.deleteFrom('blocks').execute()
    // The block deleted the follow.
    await follow(app.db, ben.user_id, ada.user_id)
    const [answer] = await Promise.all([write(ada, ben, `race ${n}`), ben.blockPerson(ada.user_id)])
    const made = await app.db.selectFrom('messages').select('id').where('content', '=', `race ${n}`).execute()
    expect([
      [201, 1],
      [404, 0],
    ]).toContainEqual([answer.statusCode, made.length])
  }
})

test('a suspended person can neither send nor receive messages, and their conversations are hidden', async ({
  app,
  ada,
  ben,
}) => {
  await wrote(ada, ben, 'hello')
  await app.db.transaction().execute((tx) => suspend(tx, ada.user_id, true))
  expect((await write(ada, ben, 'again')).statusCode).toBe(401)
  expect((await write(ben, ada, 'you?')).json().code).toBe('PERSON_NOT_FOUND')
  expect(await boxes(ben)).toEqual([])
  await ada.signsInAgain()
  expect((await write(ada, ben, 'again')).json().code).toBe('SUSPENDED')
  await app.db
    .updateTable('profiles')
    .set({ suspended_at: null })
    .where('user_id', '=', ada.user_id)
    .execute()
  expect(await boxes(ben)).toHaveLength(1)
})

test('I5 concurrent first messages by both people create one conversation without gaps in its numbers', async ({
  app,
  ada,
  ben,
}) => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => (n % 2 ? write(ada, ben, `a${n}`) : write(ben, ada, `b${n}`))),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
  const rows = await app.db.selectFrom('messages').select(['thread_id', 'seq']).orderBy('seq').execute()
  expect(new Set(rows.map(({ thread_id }) => thread_id)).size).toBe(1)
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(await app.db.selectFrom('message_threads').select('last_seq').execute()).toEqual([{ last_seq: 8 }])
})

test('I5 a message sent twice with one key is stored once, no matter what the network does', async ({
  app,
  ada,
  ben,
}) => {
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => write(ada, ben, 'once', key)))
  for (const answer of answers) expect([201, 409]).toContain(answer.statusCode)
  const again = await write(ada, ben, 'once', key)
  expect(again.statusCode).toBe(201)
  expect(await app.db.selectFrom('messages').select('id').execute()).toEqual([{ id: again.json().id }])
  expect((await write(ada, ben, 'other', key)).json().code).toBe('KEY_REUSED')
  const stored = await app.db.selectFrom('idempotency_keys').select('answer').where('key', '=', key).execute()
  expect(stored).toEqual([{ answer: { id: again.json().id } }])
})

test('concurrent reads, writes, and deletions leave the unread count exact', async ({ app, ada, ben }) => {
  await follow(app.db, ben.user_id, ada.user_id)
  const first = await wrote(ada, ben, 'first')
  const url = `/api/messages/threads/${first.thread_id}`
  for (let n = 0; n < 6; n++) {
    const doomed = await wrote(ada, ben, `doomed ${n}`)
    await Promise.all([
      wrote(ada, ben, `more ${n}`),
      ben.send('PUT', `${url}/read`, { seq: doomed.seq - 1 }),
      ada.removeMessage(doomed.id),
      wrote(ada, ben, `and ${n}`),
    ])
    const { rows } = await sql<{ exact: boolean }>`
      select s.unread_count = (select count(*) from messages m where m.thread_id = s.thread_id
        and m.user_id <> s.user_id and m.seq > s.read_seq and m.deleted_at is null) as exact
      from message_sides s`.execute(app.db)
    expect(rows.map(({ exact }) => exact)).toEqual([true, true])
  }
})

test('F4 new conversations have a separate limit', async () => {
  const limited = await testApp({ rates: { message_start: { user: [6, 3600] } } })
  onTestFinished(limited.close)
  const eve = await actor(limited, 'eve')
  const strangers = await Promise.all(
    Array.from({ length: 7 }, (_, n) => aMember(limited.db, `stranger${n}`)),
  )
  const hello = (user_id: string) => eve.sendMessage(user_id, { content: 'Hi' })
  for (const user_id of strangers.slice(0, 6)) await hello(user_id)
  await expect(hello(strangers[6]!)).rejects.toMatchObject({ status: 429 })
  await hello(strangers[0]!)
})

test('a reported message is stored with its text for moderators, and nothing else from the conversation', async ({
  app,
  ada,
  ben,
}) => {
  await wrote(ada, ben, 'before')
  const { id } = await wrote(ada, ben, 'You will regret this')
  const report = { report_type: 'harassment', description: 'Threat', reported_message_id: id } as const
  expect(await getOutcome(ada.report(report))).toBe('OWN_THING')
  const made = await ben.report(report)
  expect(made).toMatchObject({
    reported_message_id: id,
    reported_user_id: null,
    reporter_id: ben.user_id,
  })
  await ada.removeMessage(id)
  expect(
    await app.db.selectFrom('report_cases').select(['kind', 'owner_id', 'words', 'message_id']).execute(),
  ).toEqual([{ kind: 'message', owner_id: ada.user_id, words: 'You will regret this', message_id: id }])
  const late = await ben.send('POST', '/api/reports', report)
  expect(late.json().code).toBe('MESSAGE_NOT_FOUND')
})
