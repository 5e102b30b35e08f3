import { type CaseSummary, LIMITS, type ModerationCase } from '@nollie/contract'
import { shortPath } from '@nollie/contract/short-links'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { mailsTo } from '../../../test/mails.ts'
import { doings } from '../../../test/news.ts'
import { makeAdmin, people, post, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow } from '../../../test/posts.ts'
import { aMember } from '../../../test/spots.ts'
import { subjectAt } from './notices.service.ts'
import { forgetNoticeSenders } from './reports.queries.ts'

let it: TestApp
let does: ReturnType<typeof doings>
let ben: TestPerson
let judge: TestPerson
beforeAll(async () => {
  it = await testApp()
  does = doings(it)
  ;({ ben, judge } = await people(it, 'ben', 'judge'))
  await makeAdmin(it.db, judge.user_id)
})
afterAll(() => it.close())

const often = [1_000_000, 300] as const
const wide = { appeal: { user: often, ip: often } }
const SITE = 'https://nollie.example'
const notice = (address: string, more: object = {}) =>
  post(it.app, '/api/notices', {
    address,
    report_type: 'dangerous_or_private_place',
    description: 'This is my garden.',
    name: 'Kim',
    email: 'kim@example.org',
    ...more,
  })
const cases = async () =>
  (await does.ok(judge, 'GET', '/api/moderation/cases')).json<{ items: CaseSummary[] }>().items

test('a page says what is meant: the open photo before the page behind it', () => {
  const [a, b] = [uuid(), uuid()]
  expect(subjectAt(`${SITE}/spots/${a}`)).toEqual({ kind: 'spot', id: a })
  expect(subjectAt(`${SITE}/spot/${a}`)).toEqual({ kind: 'spot', id: a })
  expect(subjectAt(`${SITE}/spots?at=1,2,3&spot=${a}`)).toEqual({ kind: 'spot', id: a })
  expect(subjectAt(`${SITE}/spots/${a}?item=${b}.0`)).toEqual({ kind: 'post', id: b })
  expect(subjectAt(`${SITE}/user/${a}/spots`)).toEqual({ kind: 'user', id: a })
  expect(subjectAt(`${SITE}/community/${a}`)).toEqual({ kind: 'discussion', id: a })
  expect(subjectAt(`${SITE}/post/${b}`)).toEqual({ kind: 'post', id: b })
  expect(subjectAt(SITE + shortPath('user', a))).toEqual({ kind: 'user', id: a })
  for (const path of ['/', '/dashboard', '/spots/1', `/messages/${a}`, '/spots?spot=x'])
    expect(subjectAt(SITE + path)).toBeUndefined()
})

test('somebody without an account can report, once per subject, and is answered by mail; only their name is shown, and not stored for ever', async () => {
  const spot_id = await aSpotRow(it.db, ben.user_id)
  const address = `${SITE}/spots/${spot_id}`
  expect((await notice(address)).statusCode).toBe(202)
  expect(
    (await notice(address, { email: 'KIM@example.org', name: 'Not Kim', description: 'Just fun.' }))
      .statusCode,
  ).toBe(202)
  const [open] = await cases()
  expect(open).toMatchObject({ kind: 'spot', reports_count: 1 })
  const answer = await does.ok(judge, 'GET', `/api/moderation/cases/${open?.id}`)
  expect(answer.json<ModerationCase>().reports).toMatchObject([
    { description: 'This is my garden.', reporter: null, notice_name: 'Kim' },
  ])
  expect(answer.body).not.toContain('example.org')
  await does.ok(judge, 'POST', `/api/moderation/cases/${open?.id}/decision`, {
    action: 'remove',
    reason: 'A private place.',
  })
  const [mail] = await mailsTo(it, 'kim@example.org', { about: 'your report' })
  expect(mail?.text).toContain('A private place.')

  const senders = () =>
    it.db.selectFrom('reports').select(['notice_name', 'notice_email', 'description']).execute()
  const decidedBefore = (days: number) =>
    it.db
      .updateTable('moderation_decisions')
      .set({ created_at: sql`now() - make_interval(days => ${days})` })
      .execute()
  await decidedBefore(89)
  await forgetNoticeSenders(it.db, LIMITS.notice_days)
  expect(await senders()).toMatchObject([{ notice_name: 'Kim' }])
  await decidedBefore(91)
  await forgetNoticeSenders(it.db, LIMITS.notice_days)
  expect(await senders()).toEqual([
    { notice_name: null, notice_email: null, description: 'This is my garden.' },
  ])
})

test('one mail address sends only so many, whatever they are about', async () => {
  const other = await testApp({ rates: { ...wide, mail_address: { user: [2, 300], ip: [2, 300] } } })
  onTestFinished(() => other.close())
  const ada = await aMember(other.db, 'ada')
  const statuses: number[] = []
  // Windows have fixed edges: in the worst case one lets through twice the figure.
  for (let n = 0; n < 5; n++) {
    const address = `${SITE}/spots/${await aSpotRow(other.db, ada)}`
    const sent = { address, report_type: 'spam', description: 'No.', name: 'Kim', email: 'Kim@example.org' }
    statuses.push((await post(other.app, '/api/notices', sent)).statusCode)
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([202, 429])
})

test('what is not there, hidden or no address of ours is refused; so is what says nothing', async () => {
  const hidden = await aPost(it.db, ben.user_id)
  await it.db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', hidden).execute()
  for (const path of [`/spots/${uuid()}`, '/spots', `/dashboard?item=${hidden}.0`])
    expect((await notice(SITE + path)).json().code).toBe('NOTHING_REPORTED')
  const spot = `${SITE}/spots/${await aSpotRow(it.db, ben.user_id)}`
  for (const wrong of [
    { address: 'spots' },
    { address: 'javascript:alert(1)' },
    { description: '  ' },
    { name: '' },
    { email: 'kim' },
    { report_type: 'boring' },
  ])
    expect((await notice(spot, wrong)).json().code).toBe('BAD_REQUEST')
  expect(await cases()).toEqual([])
})
