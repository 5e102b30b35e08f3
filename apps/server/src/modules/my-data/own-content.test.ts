import type { OwnContent, SuspensionReason } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { doings } from '../../../test/news.ts'
import { makeAdmin, people, signInAgain, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow } from '../../../test/posts.ts'

type Page = { items: OwnContent[]; next_cursor: string | null }
type Suspension = { suspended_at: string | null; reasons: SuspensionReason[] }

let it: TestApp
let does: ReturnType<typeof doings>
let ada: TestPerson
let ben: TestPerson
let judge: TestPerson
beforeAll(async () => {
  it = await testApp()
  does = doings(it)
  ;({ ada, ben, judge } = await people(it, 'ada', 'ben', 'judge'))
  await makeAdmin(it.db, judge.user_id)
})
afterAll(() => it.close())

const mine = async (who: TestPerson, kind: string, cursor?: string | null) =>
  (
    await does.ok(who, 'GET', `/api/my-data/mine?kind=${kind}${cursor ? `&cursor=${cursor}` : ''}`)
  ).json<Page>()
const suspension = async (who: TestPerson) =>
  (await does.ok(who, 'GET', '/api/my-data/suspension')).json<Suspension>()
const suspend = (who: TestPerson, reason: string) =>
  does.ok(judge, 'PUT', `/api/moderation/people/${who.user_id}/suspension`, { reason })
const unsuspend = (who: TestPerson) =>
  does.ok(judge, 'DELETE', `/api/moderation/people/${who.user_id}/suspension`)

test('who is suspended reads what they made, of every kind, and not a word of anybody else', async () => {
  const spot_id = await aSpotRow(it.db, ada.user_id, 'Adas bank')
  const bens_spot = await aSpotRow(it.db, ben.user_id, 'Bens ledge')
  const hidden = await aPost(it.db, ada.user_id, { title: 'Hidden one', media: [] })
  await it.db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', hidden).execute()
  const post_id = await aPost(it.db, ada.user_id, {
    spot_id: bens_spot,
    title: 'Adas post',
    content: 'Clean.',
  })
  const bens_post = await aPost(it.db, ben.user_id, { spot_id, title: 'Bens post', content: 'Bens words' })
  await does.say(ada, bens_post, 'Adas comment')
  await does.say(ben, post_id, 'Bens comment')
  const discussion = (who: TestPerson, title: string) =>
    does.ok(who, 'POST', '/api/discussions', { title, content: `${title}, which?` })
  const bens_discussion = (await discussion(ben, 'Bens talk')).json<{ id: string }>().id
  await discussion(ada, 'Adas talk')
  await does.ok(ada, 'POST', `/api/discussions/${bens_discussion}/comments`, { content: 'Adas answer' })
  await does.ok(ben, 'POST', `/api/discussions/${bens_discussion}/comments`, { content: 'Bens answer' })
  const write = (who: TestPerson, to: TestPerson, body: object) =>
    does.ok(who, 'POST', `/api/messages/with/${to.user_id}`, body)
  await write(ada, ben, { content: 'Adas message' })
  await write(ben, ada, { content: 'Bens message' })
  const taken = (await write(ada, ben, { content: 'Taken back' })).json<{ id: string }>().id
  await does.ok(ada, 'DELETE', `/api/messages/${taken}`)
  await suspend(ada, 'Threats.')
  ada = await signInAgain(it, ada)

  const read = async (kind: string) => (await mine(ada, kind)).items
  expect(await read('posts')).toMatchObject([
    { id: post_id, title: 'Adas post', words: 'Clean.', spot: 'Bens ledge', is_hidden: false },
    { title: 'Hidden one', media: [], is_hidden: true },
  ])
  // The photo can be looked at.
  const [{ media } = { media: [] }] = await read('posts')
  expect(media[0]?.url).toMatch(/^\/media\/\w+\/1080\.webp$/)
  expect(await read('spots')).toMatchObject([{ title: 'Adas bank' }])
  expect(await read('comments')).toMatchObject([
    { words: 'Adas answer', under: 'discussion' },
    { words: 'Adas comment', under: 'post' },
  ])
  expect(await read('discussions')).toMatchObject([{ title: 'Adas talk', words: 'Adas talk, which?' }])
  expect(await read('messages')).toMatchObject([{ words: 'Adas message', to: 'ben' }])
  const all = JSON.stringify(
    await Promise.all(['posts', 'spots', 'comments', 'discussions', 'messages'].map(read)),
  )
  for (const words of ['Bens words', 'Bens comment', 'Bens talk', 'Bens answer', 'Bens message'])
    expect(all).not.toContain(words)
  // Across a block the name goes as well.
  await does.ok(ben, 'PUT', `/api/people/${ada.user_id}/block`)
  expect(await read('messages')).toMatchObject([{ words: 'Adas message', to: null }])
  await unsuspend(ada)
})

test('a long list comes in pages without a gap, and a place in one is none in another', async () => {
  const { pia } = await people(it, 'pia')
  const rows = Array.from({ length: 30 }, (_, n) => ({
    id: uuid(),
    user_id: pia.user_id,
    title: `Talk ${n}`,
    content: 'Words',
    category: 'gear' as const,
    // Several in one moment: the order is by id then.
    created_at: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(n / 4))),
  }))
  await it.db.insertInto('discussions').values(rows).execute()
  const first = await mine(pia, 'discussions')
  const second = await mine(pia, 'discussions', first.next_cursor)
  expect([first.items.length, second.items.length, second.next_cursor]).toEqual([24, 6, null])
  expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(
    rows.toReversed().map(({ title }) => title),
  )
  for (const cursor of [first.next_cursor, 'x'])
    expect((await does.send(pia, 'GET', `/api/my-data/mine?kind=posts&cursor=${cursor}`)).json().code).toBe(
      'BAD_CURSOR',
    )
})

test('the reason is the one of this suspension, with a way to appeal where there was a case', async () => {
  let { eve } = await people(it, 'eve')
  expect(await suspension(eve)).toEqual({ suspended_at: null, reasons: [] })
  await suspend(eve, 'Bots.')
  eve = await signInAgain(it, eve)
  const entry = await suspension(eve)
  expect(entry.reasons).toMatchObject([{ reason: 'Bots.', kind: null, appeal: null, appeal_token: null }])
  expect(entry.suspended_at).toBe(entry.reasons[0]?.decided_at)
  await unsuspend(eve)
  // What is over is no reason any more.
  await it.db
    .updateTable('profiles')
    .set({ suspended_at: new Date(Date.now() + 1000) })
    .where('user_id', '=', eve.user_id)
    .execute()
  eve = await signInAgain(it, eve)
  expect((await suspension(eve)).reasons).toEqual([])
  await unsuspend(eve)

  await does.ok(ben, 'POST', '/api/reports', { report_type: 'spam', reported_user_id: eve.user_id })
  const cases = (await does.ok(judge, 'GET', '/api/moderation/cases')).json<{ items: { id: string }[] }>()
    .items
  const id = cases.at(-1)?.id
  await does.ok(judge, 'POST', `/api/moderation/cases/${id}/decision`, {
    action: 'suspend',
    reason: 'Rule four.',
  })
  eve = await signInAgain(it, eve)
  const [decided] = (await suspension(eve)).reasons
  expect(decided).toMatchObject({ reason: 'Rule four.', kind: 'user', appeal: null })
  const token = decided?.appeal_token
  await does.ok(eve, 'POST', '/api/appeals', { token, words: 'It was not me.' })
  expect((await suspension(eve)).reasons).toMatchObject([
    { appeal: { words: 'It was not me.', outcome: null } },
  ])
  const answer = (outcome: string) =>
    does.ok(judge, 'POST', `/api/moderation/cases/${id}/appeal`, { outcome, answer: 'We looked again.' })
  await answer('reversed')
  expect(await suspension(eve)).toEqual({ suspended_at: null, reasons: [] })
  expect((await does.send(eve, 'GET', '/api/account')).statusCode).toBe(200)
})

test('who is suspended asks for their archive where they are signed in, fetches it, and may leave', async () => {
  let { gus } = await people(it, 'gus')
  await suspend(gus, 'Bots.')
  gus = await signInAgain(it, gus)
  expect((await does.send(gus, 'POST', '/api/my-data/exports')).statusCode).toBe(202)
  await expect
    .poll(async () => (await does.ok(gus, 'GET', '/api/my-data/exports')).json().items[0].status, {
      timeout: 20_000,
    })
    .toBe('ready')
  const { id } = (await does.ok(gus, 'GET', '/api/my-data/exports')).json().items[0]
  const file = await does.ok(gus, 'GET', `/api/my-data/exports/${id}/file`)
  expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  expect((await does.send(ben, 'GET', `/api/my-data/exports/${id}/file`)).statusCode).toBe(404)
  const leave = { password: gus.password, content: 'remove' }
  expect((await does.send(gus, 'POST', '/api/account/leaving', leave)).statusCode).toBe(202)
  expect((await does.send(gus, 'GET', '/api/my-data/suspension')).statusCode).toBe(401)
  // Thinking better of it brings back what they had: an account that is suspended.
  const { email, password } = gus
  const back = await does.send(null, 'POST', '/api/auth/return', { email, password })
  expect(back.json()).toMatchObject({ is_suspended: true, user: { user_id: gus.user_id } })
})
