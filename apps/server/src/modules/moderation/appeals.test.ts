import type { CaseSummary, ModerationCase } from '@nollie/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { mailsTo } from '../../../test/mails.ts'
import { doings } from '../../../test/news.ts'
import { makeAdmin, people, post, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow } from '../../../test/posts.ts'

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

const reported = async (subject: object) => {
  await does.ok(ada, 'POST', '/api/reports', { report_type: 'spam', description: null, ...subject })
  const open = (await does.ok(judge, 'GET', '/api/moderation/cases')).json<{ items: CaseSummary[] }>().items
  return open.at(-1)?.id ?? ''
}
/** Reports a subject, decides about it; returns the case with the token of the mailed link. */
const decided = async (subject: object, action: string, about: string, of = ben) =>
  decide(await reported(subject), action, about, of)
const decide = async (id: string, action: string, about: string, of: TestPerson) => {
  const before = (await mailsTo(it, of.email, { count: 0, about })).length
  await does.ok(judge, 'POST', `/api/moderation/cases/${id}/decision`, { action, reason: 'Rule four.' })
  const mails = await mailsTo(it, of.email, { count: before + 1, about })
  return { id, token: /\/appeal\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '' }
}
const appeal = (token: string, words = 'That is my own photo.') =>
  post(it.app, '/api/appeals', { token, words })
const look = (token: string) => post(it.app, '/api/appeals/decision', { token })
const answer = (id: string, outcome: string, who = judge) =>
  does.send(who, 'POST', `/api/moderation/cases/${id}/appeal`, { outcome, answer: 'We looked again.' })
const sees = async (who: TestPerson, url: string) => (await does.send(who, 'GET', url)).statusCode
const appealed = async () =>
  (await does.ok(judge, 'GET', '/api/moderation/cases?status=appealed')).json<{ items: CaseSummary[] }>()
    .items

test('a hidden post: its author reads why without signing in, says what is wrong once, and it is shown again', async () => {
  const post_id = await aPost(it.db, ben.user_id, { title: 'Mine' })
  const { id, token } = await decided({ reported_post_id: post_id }, 'hide', 'About your post')
  expect((await look(token)).json()).toMatchObject({
    kind: 'post',
    words: expect.stringContaining('Mine'),
    action: 'hide',
    reason: 'Rule four.',
    appeal: null,
  })
  const toldAction = async () => (await does.news(ada))[0]?.report?.action
  expect(await toldAction()).toBe('hide')
  expect((await answer(id, 'reversed')).statusCode).toBe(404)
  const both = await Promise.all([appeal(token), appeal(token, 'Again.')])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 409])
  expect((await appealed()).map((found) => found.id)).toEqual([id])
  expect((await answer(id, 'reversed')).json<ModerationCase>().decision?.appeal).toMatchObject({
    outcome: 'reversed',
    answer: 'We looked again.',
  })
  expect((await answer(id, 'upheld')).json().code).toBe('CONFLICT')
  expect(await appealed()).toEqual([])
  // What is undone is no longer reported as done.
  expect(await toldAction()).toBeNull()
  expect(await sees(ada, `/api/posts/${post_id}`)).toBe(200)
  expect((await look(token)).json().appeal).toMatchObject({ outcome: 'reversed' })
  const [mail] = await mailsTo(it, ben.email, { about: 'Your appeal' })
  expect(mail?.text).toContain('reversed')
  expect(mail?.text).toContain('We looked again.')
})

test('a removed spot comes back with its posts, a suspended person is let in; upheld, everything stays', async () => {
  const spot_id = await aSpotRow(it.db, ben.user_id)
  const post_id = await aPost(it.db, ben.user_id, { spot_id })
  const spot = await decided({ reported_spot_id: spot_id }, 'remove', 'About your spot')
  await appeal(spot.token)
  await answer(spot.id, 'reversed')
  expect([await sees(ada, `/api/spots/${spot_id}`), await sees(ada, `/api/posts/${post_id}`)]).toEqual([
    200, 200,
  ])

  const { eve } = await people(it, 'eve')
  const person = await decided({ reported_user_id: eve.user_id }, 'suspend', 'About your profile', eve)
  expect((await appeal(person.token)).statusCode).toBe(204)
  await answer(person.id, 'reversed')
  const signIn = await post(it.app, '/api/auth/sign-in', { email: eve.email, password: eve.password })
  expect(signIn.json()).toMatchObject({ is_suspended: false })

  const stays = await aPost(it.db, ben.user_id)
  const kept = await decided({ reported_post_id: stays }, 'hide', 'About your post')
  await appeal(kept.token)
  await answer(kept.id, 'upheld')
  expect(await sees(ada, `/api/posts/${stays}`)).toBe(404)
  const log = (await does.ok(judge, 'GET', '/api/moderation/audit')).json<{ items: { act: string }[] }>()
  expect(log.items[0]?.act).toBe('upheld')
})

test('who is shut out for two things stays out when one is taken back', async () => {
  const { fay } = await people(it, 'fay')
  const reports = [
    await reported({ reported_user_id: fay.user_id }),
    await reported({ reported_post_id: await aPost(it.db, fay.user_id) }),
  ] as const
  expect(new Set(reports).size).toBe(2)
  const first = await decide(reports[0], 'suspend', 'About your profile', fay)
  const second = await decide(reports[1], 'suspend', 'About your post', fay)
  const mails = await mailsTo(it, fay.email, { about: 'About your' })
  for (const { text } of mails) expect(text).toContain('/my-data?token=')
  const isOut = async () =>
    (await post(it.app, '/api/auth/sign-in', { email: fay.email, password: fay.password })).json()
      .is_suspended
  await appeal(first.token)
  await answer(first.id, 'reversed')
  expect(await isOut()).toBe(true)
  await appeal(second.token)
  await answer(second.id, 'reversed')
  expect(await isOut()).toBe(false)
})

test('a spot that went with the post that made it comes back with it', async () => {
  const spot_id = await aSpotRow(it.db, ben.user_id)
  const post_id = await aPost(it.db, ben.user_id, { spot_id })
  await it.db.updateTable('posts').set({ kind: 'spot' }).where('id', '=', post_id).execute()
  const { id, token } = await decided({ reported_post_id: post_id }, 'remove', 'About your post')
  expect(await sees(ada, `/api/spots/${spot_id}`)).toBe(404)
  await appeal(token)
  await answer(id, 'reversed')
  expect([await sees(ada, `/api/spots/${spot_id}`), await sees(ada, `/api/posts/${post_id}`)]).toEqual([
    200, 200,
  ])
})

test('a hidden post whose spot was deleted comes back with the spot', async () => {
  const spot_id = await aSpotRow(it.db, ben.user_id)
  const post_id = await aPost(it.db, ben.user_id, { spot_id })
  const { id, token } = await decided({ reported_post_id: post_id }, 'hide', 'About your post')
  await does.ok(judge, 'DELETE', `/api/spots/${spot_id}`)
  await appeal(token)
  await answer(id, 'reversed')
  expect(await sees(ada, `/api/posts/${post_id}`)).toBe(404)
  await does.ok(judge, 'POST', `/api/spots/${spot_id}/restore`)
  expect(await sees(ada, `/api/posts/${post_id}`)).toBe(200)
})

test('a token that is none, or was made for something else, opens nothing; nothing and too much is refused', async () => {
  const post_id = await aPost(it.db, ben.user_id)
  const { token } = await decided({ reported_post_id: post_id }, 'warn', 'About your post')
  for (const wrong of ['x'.repeat(64), `${token.slice(0, -2)}AA`]) {
    expect((await look(wrong)).json().code).toBe('BAD_TOKEN')
    expect((await appeal(wrong)).json().code).toBe('BAD_TOKEN')
  }
  for (const words of ['', '   ', 'x'.repeat(2001)])
    expect((await appeal(token, words)).json().code).toBe('BAD_REQUEST')
  expect(await it.db.selectFrom('appeals').select('decision_id').where('words', '=', '').execute()).toEqual(
    [],
  )
  expect((await appeal(token)).statusCode).toBe(204)
})
