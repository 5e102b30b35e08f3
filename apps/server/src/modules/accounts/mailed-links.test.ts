import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { storedMails, mailsTo, tokenIn } from '../../../test/mails.ts'
import { post, signUp } from '../../../test/people.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  post(it.app, `/api/auth/${path}`, body, headers)
const codeOf = async (answer: ReturnType<typeof send>): Promise<string> => {
  const { statusCode, body } = await answer
  return body ? String(JSON.parse(body).code ?? statusCode) : String(statusCode)
}
const sessionOf = async (headers: Record<string, string>) =>
  (await it.app.inject({ url: '/api/session', headers })).json()

describe('a new password', () => {
  test('B5 comes by mail, works once, ends every session, and the owner gets a mail', async () => {
    const { email, password, bearer, cookie } = await signUp(it, 'forgetful')
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    expect(await codeOf(send('password-resets', { email }, headers))).toBe('202')
    const [reset] = await mailsTo(it, email, { about: 'new password' })
    expect(reset?.text).toContain('http://localhost:3000/auth?reset=')
    expect(`${reset?.text}${reset?.html}`).not.toContain('evil')
    const token = tokenIn(reset, 'reset')
    expect(JSON.stringify(await it.db.selectFrom('verifications').selectAll().execute())).not.toContain(token)

    expect(await codeOf(send('password', { token, password: 'password1' }))).toBe('WEAK_PASSWORD')
    const fresh = 'a fresh set of wheels'
    const answers = await Promise.all([1, 2].map(() => send('password', { token, password: fresh })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 400])
    for (const answer of answers) expect(String(answer.headers['set-cookie'])).not.toContain('session')
    expect((await sessionOf(bearer)).user).toBeNull()
    expect((await sessionOf(cookie)).user).toBeNull()
    expect(await codeOf(send('sign-in', { email, password }))).toBe('WRONG_CREDENTIALS')
    expect((await send('sign-in', { email, password: fresh })).statusCode).toBe(200)
    await mailsTo(it, email, { about: 'Your Nollie password was changed' })
  })

  test('B5 a reset link is invalid after 30 minutes, and once another one was used', async () => {
    const { email } = await signUp(it, 'slowly')
    await send('password-resets', { email })
    await send('password-resets', { email })
    const [first, second] = await mailsTo(it, email, { about: 'new password', count: 2 })
    expect(
      await codeOf(send('password', { token: tokenIn(second, 'reset'), password: 'grind it slowly' })),
    ).toBe('204')
    expect(
      await codeOf(send('password', { token: tokenIn(first, 'reset'), password: 'grind it again' })),
    ).toBe('BAD_TOKEN')
    await send('password-resets', { email })
    const [, , third] = await mailsTo(it, email, { about: 'new password', count: 3 })
    const { expires_at } = await it.db
      .selectFrom('verifications')
      .select('expires_at')
      .executeTakeFirstOrThrow()
    expect((Date.parse(expires_at) - Date.now()) / 60_000).toBeLessThan(30)
    await it.db.updateTable('verifications').set({ expires_at: sql`now() - interval '1 second'` }).execute()
    expect(
      await codeOf(send('password', { token: tokenIn(third, 'reset'), password: 'grind it late' })),
    ).toBe('BAD_TOKEN')
  })
})

describe('B6 responses do not reveal who has an account', () => {
  test('AUTH-11 signing up with a known address gets the same response and changes nothing; its owner gets a mail', async () => {
    const { email, password } = await signUp(it, 'known')
    const body = { username: 'somebody_else', email, password: 'a stranger came by' }
    const answers = [
      await send('sign-up', body),
      await send('sign-up', { ...body, username: 'somebody_new', email: 'unknown@example.com' }),
    ]
    const shown = answers.map(({ statusCode, body: text, headers }) => [
      statusCode,
      text,
      Object.keys(headers).toSorted(),
    ])
    expect(shown[0]).toEqual(shown[1])
    const [mail] = await mailsTo(it, email, { about: 'already have' })
    expect(mail?.text).not.toContain('verify=')
    expect(await codeOf(send('sign-in', { email, password: body.password }))).toBe('WRONG_CREDENTIALS')
    expect((await send('sign-in', { email, password })).statusCode).toBe(200)
  })

  test('resend and forgotten password answer alike, and mail known addresses alone', async () => {
    const { email } = await signUp(it, 'verified')
    for (const path of ['verification-mails', 'password-resets']) {
      for (const address of [email, 'nobody@example.com']) {
        const answer = await send(path, { email: address })
        expect([answer.statusCode, answer.body]).toEqual([202, ''])
      }
    }
    await mailsTo(it, email, { about: 'new password' })
    await pause(1500)
    const subjects = (await storedMails(it, email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject?.includes('new password'))).toHaveLength(1)
    expect(await storedMails(it, 'nobody@example.com')).toEqual([])
  })
})

test('the link of a sign-up leads on to where the person was going, which is a path of this site', async () => {
  const sent = (next: string, username: string) =>
    post(it.app, '/api/auth/sign-up', {
      ...{ username, email: `${username}@example.com`, password: 'rolls away clean' },
      next,
    })
  expect((await sent('/spot/1?item=2', 'on.the.way')).statusCode).toBe(202)
  const [mail] = await mailsTo(it, 'on.the.way@example.com')
  const link = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  expect(link.searchParams.get('next')).toBe('/spot/1?item=2')
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a b',
    `/${'x'.repeat(300)}`,
  ]) {
    const refused = await sent(next, 'elsewhere')
    expect([refused.statusCode, refused.json().fields?.next], next).toEqual([400, expect.any(String)])
  }
})
