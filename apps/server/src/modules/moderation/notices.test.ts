import { LIMITS } from '@nollie/contract'
import { shortPath } from '@nollie/contract/short-links'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished } from 'vitest'
import { type TestApp, testApp } from '../../../test/world/app.ts'
import { mailsTo } from '../../../test/services/mails.ts'
import { post } from '../../../test/actors/people.ts'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import { parseSubject } from './notices.service.ts'
import { forgetNoticeSenders } from './reports.queries.ts'
import type { Actor } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

const often = [1_000_000, 300] as const
const wide = { appeal: { user: often, ip: often } }
const SITE = 'https://nollie.example'

function notice(app: TestApp, address: string, more: object = {}) {
  return post(app.app, '/api/notices', {
    address,
    report_type: 'dangerous_or_private_place',
    description: 'This is my garden.',
    name: 'Kim',
    email: 'kim@example.org',
    ...more,
  })
}

async function cases(mod: Actor) {
  return (await mod.listCases()).items
}

test('the URL determines the subject: an open photo rather than the page behind it', () => {
  const [a, b] = [uuid(), uuid()]
  expect(parseSubject(`${SITE}/spots/${a}`)).toEqual({ kind: 'spot', id: a })
  expect(parseSubject(`${SITE}/spot/${a}`)).toEqual({ kind: 'spot', id: a })
  expect(parseSubject(`${SITE}/spots?at=1,2,3&spot=${a}`)).toEqual({ kind: 'spot', id: a })
  expect(parseSubject(`${SITE}/spots/${a}?item=${b}.0`)).toEqual({ kind: 'post', id: b })
  expect(parseSubject(`${SITE}/user/${a}/spots`)).toEqual({ kind: 'user', id: a })
  expect(parseSubject(`${SITE}/community/${a}`)).toEqual({ kind: 'discussion', id: a })
  expect(parseSubject(`${SITE}/post/${b}`)).toEqual({ kind: 'post', id: b })
  expect(parseSubject(SITE + shortPath('user', a))).toEqual({ kind: 'user', id: a })
  for (const path of ['/', '/dashboard', '/spots/1', `/messages/${a}`, '/spots?spot=x'])
    expect(parseSubject(SITE + path)).toBeUndefined()
})

test('a person without an account reports a subject once and gets an email; only the name is shown, and later cleared', async ({
  app,
  ben,
  mod,
}) => {
  const spot_id = await aSpotRow(app.db, ben.user_id)
  const address = `${SITE}/spots/${spot_id}`
  expect((await notice(app, address)).statusCode).toBe(202)
  expect(
    (await notice(app, address, { email: 'KIM@example.org', name: 'Not Kim', description: 'Just fun.' }))
      .statusCode,
  ).toBe(202)
  const [open] = await cases(mod)
  expect(open).toMatchObject({ kind: 'spot', reports_count: 1 })
  const found = await mod.getCase(open?.id ?? '')
  expect(found.reports).toMatchObject([
    { description: 'This is my garden.', reporter: null, notice_name: 'Kim' },
  ])
  expect(JSON.stringify(found)).not.toContain('example.org')
  await mod.decideCase(open?.id ?? '', { action: 'remove', reason: 'A private place.' })
  const [mail] = await mailsTo(app, 'kim@example.org', { about: 'your report' })
  expect(mail?.text).toContain('A private place.')

  const senders = () =>
    app.db.selectFrom('reports').select(['notice_name', 'notice_email', 'description']).execute()
  const decidedBefore = (days: number) =>
    app.db
      .updateTable('moderation_decisions')
      .set({ created_at: sql`now() - make_interval(days => ${days})` })
      .execute()
  await decidedBefore(89)
  await forgetNoticeSenders(app.db, LIMITS.notice_days)
  expect(await senders()).toMatchObject([{ notice_name: 'Kim' }])
  await decidedBefore(91)
  await forgetNoticeSenders(app.db, LIMITS.notice_days)
  expect(await senders()).toEqual([
    { notice_name: null, notice_email: null, description: 'This is my garden.' },
  ])
})

test('limits notices per email address, no matter what they are about', async () => {
  const other = await testApp({ rates: { ...wide, mail_address: { user: [2, 300], ip: [2, 300] } } })
  onTestFinished(() => other.close())
  const ada = await aMember(other.db, 'ada')
  const statuses: number[] = []
  // Rate limit windows start at fixed times, so five notices can be spread over two of them.
  for (let n = 0; n < 5; n++) {
    const address = `${SITE}/spots/${await aSpotRow(other.db, ada)}`
    const sent = { address, report_type: 'spam', description: 'No.', name: 'Kim', email: 'Kim@example.org' }
    statuses.push((await post(other.app, '/api/notices', sent)).statusCode)
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([202, 429])
})

test('refuses missing and hidden subjects, other sites, and invalid notices', async ({ app, ben, mod }) => {
  const hidden = await aPost(app.db, ben.user_id)
  await app.db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', hidden).execute()
  for (const path of [`/spots/${uuid()}`, '/spots', `/dashboard?item=${hidden}.0`])
    expect((await notice(app, SITE + path)).json().code).toBe('NOTHING_REPORTED')
  const spot = `${SITE}/spots/${await aSpotRow(app.db, ben.user_id)}`
  for (const wrong of [
    { address: 'spots' },
    { address: 'javascript:alert(1)' },
    { description: '  ' },
    { name: '' },
    { email: 'kim' },
    { report_type: 'boring' },
  ])
    expect((await notice(app, spot, wrong)).json().code).toBe('BAD_REQUEST')
  expect(await cases(mod)).toEqual([])
})
