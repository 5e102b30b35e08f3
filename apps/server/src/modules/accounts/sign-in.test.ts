import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { cookieOf, makeAdmin, post, signUp } from '../../../test/people.ts'
import { suspend } from './suspension.service.ts'

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

describe('sign-in', () => {
  test('AUTH-10 a wrong password and an unknown address are refused with the same text', async () => {
    const { email } = await signUp(it, 'wrongly')
    const answers = [
      await send('sign-in', { email, password: 'not the password' }),
      await send('sign-in', { email: 'nobody@example.com', password: 'not the password' }),
    ].map((answer) => ({ ...answer.json(), request_id: '' }))
    expect(answers[0]).toMatchObject({
      status: 401,
      code: 'WRONG_CREDENTIALS',
      detail: 'The email or password is wrong.',
    })
    expect(answers[1]).toEqual(answers[0])
  })

  test('LIMIT-15 B1 the cookie is HttpOnly and SameSite; every sign-in has a token of its own, stored as a hash', async () => {
    const { email, password } = await signUp(it, 'cookies')
    const planted = `nollie.session=${'A'.repeat(32)}.x`
    const first = await send('sign-in', { email, password }, { cookie: planted })
    const second = await send('sign-in', { email, password })
    const line = [first.headers['set-cookie']].flat()[0]
    expect(line).toMatch(/^nollie\.session=[^;]+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(cookieOf(first)).not.toBe(cookieOf(second))
    expect(cookieOf(first)).not.toContain('AAAA')
    expect(first.json()).not.toHaveProperty('token')
    const dump = JSON.stringify(await it.db.selectFrom('sessions').selectAll().execute())
    const token = cookieOf(first).split('=')[1]?.split('.')[0] ?? ''
    expect(token).toHaveLength(32)
    expect(dump).not.toContain(token)
  })

  test('B1 with TLS the cookie is Secure and bound to the host', async () => {
    const tls = await testApp({ publicUrl: new URL('https://nollie.example') })
    const { bearer, cookie } = await signUp(tls, 'secure')
    expect(cookie.cookie).toMatch(/^__Host-nollie\.session=/)
    for (const headers of [bearer, cookie]) {
      const session = await tls.app.inject({ url: '/api/session', headers })
      expect(session.json().user.username).toBe('secure')
    }
    const out = await post(tls.app, '/api/auth/sign-out', {}, cookie)
    expect(String(out.headers['set-cookie'])).toMatch(/__Host-nollie\.session=; Max-Age=0; Path=\/;.*Secure/)
    await tls.close()
  })

  test('DATA-22 B3 a client of its own gets a bearer token and no cookie', async () => {
    const { email, password, bearer } = await signUp(it, 'native')
    const answer = await send('sign-in', { email, password }, { 'x-client': 'token' })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.json().token).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(await sessionOf(bearer)).toMatchObject({ user: { username: 'native' } })
    const { cookie } = await signUp(it, 'browser')
    const both = await sessionOf({ ...cookie, authorization: 'Bearer wrong' })
    expect(both.user).toBeNull()
  })

  test('AUTH-20 a call that needs a session says that it is missing', async () => {
    const none = [
      '',
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Bearer ${'A'.repeat(32)}`,
      `bearer ${'A'.repeat(5000)}`,
    ]
    for (const authorization of none) {
      expect(await sessionOf({ authorization })).toEqual({
        user: null,
        expires_at: null,
        is_suspended: false,
      })
      const answer = await send('sign-out', {}, { authorization })
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({ code: 'SESSION_MISSING', detail: 'Auth session missing!' })
    }
  })

  test('AUTH-20 sign-out ends this session at once, and no other', async () => {
    const { cookie, bearer } = await signUp(it, 'leaver')
    const answer = await send('sign-out', {}, cookie)
    expect(answer.statusCode).toBe(204)
    expect(String(answer.headers['set-cookie'])).toContain('nollie.session=; Max-Age=0')
    expect((await sessionOf(cookie)).user).toBeNull()
    expect((await send('sign-out', {}, cookie)).json().code).toBe('SESSION_MISSING')
    expect((await sessionOf(bearer)).user.username).toBe('leaver')
  })

  test('B1 a session ends after 14 days without use, or after 90 days', async () => {
    const { user_id, bearer, cookie } = await signUp(it, 'sleeper')
    const set = (change: object) =>
      it.db.updateTable('sessions').set(change).where('user_id', '=', user_id).execute()
    const daysLeft = async () => (Date.parse((await sessionOf(bearer)).expires_at) - Date.now()) / 86_400_000
    expect(await daysLeft()).toBeCloseTo(14, 2)
    await set({ expires_at: sql`now() + interval '2 days'` })
    expect(await daysLeft()).toBeCloseTo(14, 2)
    await set({ created_at: sql`now() - interval '85 days'`, expires_at: sql`now() + interval '1 day'` })
    expect(await daysLeft()).toBeCloseTo(5, 2)
    await set({ created_at: sql`now() - interval '91 days'`, expires_at: sql`now() + interval '1 day'` })
    expect((await sessionOf(cookie)).user).toBeNull()
    await set({ created_at: sql`now()`, expires_at: sql`now() - interval '1 second'` })
    expect((await sessionOf(cookie)).user).toBeNull()
  })

  test('B1 suspending ends every session; a later one gives access to one’s own data alone, until the suspension ends', async () => {
    const { user_id, email, password, bearer, cookie } = await signUp(it, 'trouble')
    const setSuspended = (isSuspended: boolean) =>
      it.db.transaction().execute((tx) => suspend(tx, user_id, isSuspended))
    await makeAdmin(it.db, user_id)
    await setSuspended(true)
    for (const old of [bearer, cookie])
      expect(await sessionOf(old)).toEqual({ user: null, expires_at: null, is_suspended: true })
    expect((await send('sign-out', {}, bearer)).json().code).toBe('SESSION_MISSING')
    expect(await codeOf(send('sign-in', { email, password: 'not the password' }))).toBe('WRONG_CREDENTIALS')

    const answer = await send('sign-in', { email, password })
    expect(answer.statusCode).toBe(200)
    // A suspended admin counts as a member.
    expect(answer.json()).toMatchObject({ is_suspended: true, user: { user_id, is_admin: false } })
    const reading = { cookie: cookieOf(answer), 'sec-fetch-site': 'same-origin' }
    expect(await sessionOf(reading)).toMatchObject({ is_suspended: true, user: { is_admin: false } })
    const get = async (url: string) => (await it.app.inject({ url, headers: reading })).json()
    expect((await get('/api/account')).code).toBe('SUSPENDED')
    expect((await get('/api/moderation/cases')).code).toBe('SUSPENDED')
    expect((await get('/api/account/sessions')).items).toHaveLength(1)
    const events = await it.app.inject({ url: '/api/events?topics=posts', headers: reading })
    expect(events.json().code).toBe('SESSION_MISSING')

    // Unsuspended, the same session has full access; the next suspension ends it.
    await setSuspended(false)
    expect(await sessionOf(reading)).toMatchObject({ is_suspended: false, user: { is_admin: true } })
    expect((await get('/api/account')).email).toBe(email)
    await setSuspended(true)
    expect((await sessionOf(reading)).user).toBeNull()
    const again = { cookie: cookieOf(await send('sign-in', { email, password })) }
    expect((await send('sign-out', {}, { ...reading, ...again })).statusCode).toBe(204)
    expect((await sessionOf(again)).user).toBeNull()
  })

  test('B7 too many sign-ins at once are refused quickly instead of queuing', async () => {
    const tries = Array.from({ length: 120 }, (_, n) =>
      codeOf(send('sign-in', { email: `crowd${n}@example.com`, password: 'one of a crowd' })),
    )
    const codes = await Promise.all(tries)
    expect(new Set(codes)).toEqual(new Set(['WRONG_CREDENTIALS', 'TOO_MANY']))
    expect(await codeOf(send('sign-in', { email: 'crowd0@example.com', password: 'one of a crowd' }))).toBe(
      'WRONG_CREDENTIALS',
    )
  })
})
