import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { getOutcome, signedUp, createVisitor } from '../../../../test/actors/actor.ts'
import { testApp } from '../../../../test/world/app.ts'
import { test } from '../../../../test/world/fixtures.ts'
import { getCookie, makeAdmin } from '../../../../test/actors/people.ts'
import { suspend } from '../account/suspend-account.service.ts'

const SIGN_IN = '/api/auth/sign-in'
const SIGN_OUT = '/api/auth/sign-out'
const BY_TOKEN = { headers: { 'x-client': 'token' } }

describe('sign-in', () => {
  test('AUTH-10 a wrong password and an unknown address get the same text', async ({ app, visitor }) => {
    const { email } = await signedUp(app, 'wrongly')
    const answers = [
      await visitor.send('POST', SIGN_IN, { email, password: 'not the password' }),
      await visitor.send('POST', SIGN_IN, { email: 'nobody@example.com', password: 'not the password' }),
    ].map((answer) => ({ ...answer.json(), request_id: '' }))
    expect(answers[0]).toMatchObject({
      status: 401,
      code: 'WRONG_CREDENTIALS',
      detail: 'Wrong email or password.',
    })
    expect(answers[1]).toEqual(answers[0])
  })

  test('API-03 LIMIT-15 B1 the cookie is HttpOnly and SameSite; every sign-in has its own token, stored as a hash', async ({
    app,
    visitor,
  }) => {
    const { email, password } = await signedUp(app, 'cookies')
    const planted = `nollie.session=${'A'.repeat(32)}.x`
    const headers = { cookie: planted, 'sec-fetch-site': 'same-origin' }
    const first = await visitor.send('POST', SIGN_IN, { email, password }, { headers })
    const second = await visitor.send('POST', SIGN_IN, { email, password })
    const line = [first.headers['set-cookie']].flat()[0]
    expect(line).toMatch(/^nollie\.session=[^;]+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(getCookie(first)).not.toBe(getCookie(second))
    expect(getCookie(first)).not.toContain('AAAA')
    expect(first.json()).not.toHaveProperty('token')
    const dump = JSON.stringify(await app.db.selectFrom('sessions').selectAll().execute())
    const token = getCookie(first).split('=')[1]?.split('.')[0] ?? ''
    expect(token).toHaveLength(32)
    expect(dump).not.toContain(token)
  })

  test('B1 with TLS the cookie is Secure and bound to the host', async () => {
    const tls = await testApp({ publicUrl: new URL('https://nollie.example') })
    const { bearer, cookie } = await signedUp(tls, 'secure')
    expect(cookie.cookie).toMatch(/^__Host-nollie\.session=/)
    for (const headers of [bearer, cookie]) {
      const session = await createVisitor(tls).getSession(undefined, { headers })
      expect(session.user?.username).toBe('secure')
    }
    const out = await createVisitor(tls).send('POST', SIGN_OUT, {}, { headers: cookie })
    expect(String(out.headers['set-cookie'])).toMatch(/__Host-nollie\.session=; Max-Age=0; Path=\/;.*Secure/)
    await tls.close()
  })

  test('DATA-22 B3 a non-browser client gets a bearer token and no cookie', async ({ app, visitor }) => {
    const { email, password, bearer } = await signedUp(app, 'native')
    const answer = await visitor.send('POST', SIGN_IN, { email, password }, BY_TOKEN)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.json().token).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(await visitor.getSession(undefined, { headers: bearer })).toMatchObject({
      user: { username: 'native' },
    })
    const { cookie } = await signedUp(app, 'browser')
    const both = await visitor.getSession(undefined, {
      headers: { ...cookie, authorization: 'Bearer wrong' },
    })
    expect(both.user).toBeNull()
  })

  test('AUTH-20 a call that needs a session reports the missing session', async ({ visitor }) => {
    const none = [
      '',
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Bearer ${'A'.repeat(32)}`,
      `bearer ${'A'.repeat(5000)}`,
    ]
    for (const authorization of none) {
      expect(await visitor.getSession(undefined, { headers: { authorization } })).toEqual({
        user: null,
        expires_at: null,
        is_suspended: false,
      })
      const answer = await visitor.send('POST', SIGN_OUT, {}, { headers: { authorization } })
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({ code: 'SESSION_MISSING', detail: 'Auth session missing!' })
    }
  })

  test('AUTH-20 sign-out ends this session immediately, and no other', async ({ app, visitor }) => {
    const { cookie, bearer } = await signedUp(app, 'leaver')
    const answer = await visitor.send('POST', SIGN_OUT, {}, { headers: cookie })
    expect(answer.statusCode).toBe(204)
    expect(String(answer.headers['set-cookie'])).toContain('nollie.session=; Max-Age=0')
    expect((await visitor.getSession(undefined, { headers: cookie })).user).toBeNull()
    expect(await getOutcome(visitor.signOut({}, { headers: cookie }))).toBe('SESSION_MISSING')
    expect((await visitor.getSession(undefined, { headers: bearer })).user?.username).toBe('leaver')
  })

  test('API-04 B1 a session ends after 14 days without use, or after 90 days', async ({ app, visitor }) => {
    const { user_id, bearer, cookie } = await signedUp(app, 'sleeper')
    const set = (change: object) =>
      app.db.updateTable('sessions').set(change).where('user_id', '=', user_id).execute()
    const daysLeft = async () =>
      (Date.parse((await visitor.getSession(undefined, { headers: bearer })).expires_at ?? '') - Date.now()) /
      86_400_000
    expect(await daysLeft()).toBeCloseTo(14, 2)
    await set({ expires_at: sql`now() + interval '2 days'` })
    expect(await daysLeft()).toBeCloseTo(14, 2)
    await set({ created_at: sql`now() - interval '85 days'`, expires_at: sql`now() + interval '1 day'` })
    expect(await daysLeft()).toBeCloseTo(5, 2)
    await set({ created_at: sql`now() - interval '91 days'`, expires_at: sql`now() + interval '1 day'` })
    expect((await visitor.getSession(undefined, { headers: cookie })).user).toBeNull()
    await set({ created_at: sql`now()`, expires_at: sql`now() - interval '1 second'` })
    expect((await visitor.getSession(undefined, { headers: cookie })).user).toBeNull()
  })

  test('B1 a suspension ends every session; a later one only gives access to one’s own data until the suspension ends', async ({
    app,
    visitor,
  }) => {
    const trouble = await signedUp(app, 'trouble')
    const { user_id, email, password, bearer, cookie } = trouble
    const setSuspended = (isSuspended: boolean) =>
      app.db.transaction().execute((tx) => suspend(tx, user_id, isSuspended))
    await makeAdmin(app.db, user_id)
    await setSuspended(true)
    for (const old of [bearer, cookie])
      expect(await visitor.getSession(undefined, { headers: old })).toEqual({
        user: null,
        expires_at: null,
        is_suspended: true,
      })
    expect(await getOutcome(trouble.signOut())).toBe('SESSION_MISSING')
    expect(await getOutcome(visitor.signIn({ email, password: 'not the password' }))).toBe(
      'WRONG_CREDENTIALS',
    )

    const answer = await visitor.send('POST', SIGN_IN, { email, password })
    expect(answer.statusCode).toBe(200)
    // A suspended admin counts as a member.
    expect(answer.json()).toMatchObject({ is_suspended: true, user: { user_id, is_admin: false } })
    const reading = { cookie: getCookie(answer), 'sec-fetch-site': 'same-origin' }
    expect(await visitor.getSession(undefined, { headers: reading })).toMatchObject({
      is_suspended: true,
      user: { is_admin: false },
    })
    const reader = { headers: reading }
    expect(await getOutcome(visitor.getAccount(undefined, reader))).toBe('SUSPENDED')
    expect(await getOutcome(visitor.listCases({}, reader))).toBe('SUSPENDED')
    expect((await visitor.listSessions(undefined, reader)).items).toHaveLength(1)
    const events = await visitor.send('GET', '/api/events?topics=posts', undefined, reader)
    expect(events.json().code).toBe('SESSION_MISSING')

    // After the suspension is lifted, the same session has full access. The next suspension ends it.
    await setSuspended(false)
    expect(await visitor.getSession(undefined, { headers: reading })).toMatchObject({
      is_suspended: false,
      user: { is_admin: true },
    })
    expect((await visitor.getAccount(undefined, reader)).email).toBe(email)
    await setSuspended(true)
    expect((await visitor.getSession(undefined, { headers: reading })).user).toBeNull()
    const again = { cookie: getCookie(await visitor.send('POST', SIGN_IN, { email, password })) }
    await visitor.signOut({}, { headers: { ...reading, ...again } })
    expect((await visitor.getSession(undefined, { headers: again })).user).toBeNull()
  })

  test('B7 refuses too many concurrent sign-ins quickly instead of queuing them', async ({ visitor }) => {
    const tries = Array.from({ length: 120 }, (_, n) =>
      getOutcome(visitor.signIn({ email: `crowd${n}@example.com`, password: 'one of a crowd' })),
    )
    const codes = await Promise.all(tries)
    expect(new Set(codes)).toEqual(new Set(['WRONG_CREDENTIALS', 'TOO_MANY']))
    expect(
      await getOutcome(visitor.signIn({ email: 'crowd0@example.com', password: 'one of a crowd' })),
    ).toBe('WRONG_CREDENTIALS')
  })
})
