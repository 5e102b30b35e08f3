import { RATES } from '@nollie/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECRET, type TestApp, testApp } from '../../../../test/world/app.ts'
import { mailsTo, tokenIn } from '../../../../test/services/mails.ts'
import { people, type TestPerson } from '../../../../test/actors/people.ts'
import { KnownDevices } from './known-device-cookie.ts'

// Uses the default limits. Windows start at fixed times, so if one ends during a test, up to twice a limit is allowed.

const [MOST] = RATES.sign_in_account.user
const [MOST_MAILS] = RATES.mail_address.user

let app: TestApp
beforeAll(async () => {
  const wide = { user: [1_000_000, 300], ip: [1_000_000, 300] } as const
  const { sign_in_account: _, mail_address: __, ...others } = RATES
  app = await testApp({ rates: Object.fromEntries(Object.keys(others).map((name) => [name, wide])) })
})
afterAll(() => app.close())

type Cookies = Record<string, string>

function send(path: string, payload: object, cookies: Cookies = {}) {
  return app.app.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    payload,
    headers: { 'sec-fetch-site': 'same-origin' },
    cookies,
  })
}

type Answer = Awaited<ReturnType<typeof send>>

function getDevice(answer: Answer): Cookies {
  const found = answer.cookies.find(({ name }) => name === 'nollie.device')
  return found ? { [found.name]: found.value } : {}
}

function signIn({ email, password }: TestPerson, cookies: Cookies = {}) {
  return send('sign-in', { email, password }, cookies)
}

function wrongly(who: TestPerson, cookies: Cookies = {}) {
  return signIn({ ...who, password: 'a wrong guess' }, cookies)
}

/** Sends wrong passwords until the rate limit rejects one. Returns how many were checked. */
async function countTries(who: TestPerson, cookies: Cookies = {}): Promise<number> {
  for (let n = 0; n <= 2 * MOST; n++) if ((await wrongly(who, cookies)).statusCode === 429) return n
  return Number.POSITIVE_INFINITY
}

async function lockOut(who: TestPerson) {
  await countTries(who)
  expect((await signIn(who)).statusCode).toBe(429)
}

describe('L7 a browser that has signed in before', () => {
  test('is not locked out by strangers’ failed attempts, nor are they by its own', async () => {
    const { ada } = await people(app, 'ada')
    const device = getDevice(await signIn(ada))
    expect(Object.keys(device)).toHaveLength(1)
    await lockOut(ada)
    const back = await signIn(ada, device)
    expect(back.statusCode).toBe(200)
    // The device's own attempts are limited as well, and signing in again doesn't reset them.
    const again = getDevice(back)
    const tries = await countTries(ada, again)
    expect(tries).toBeGreaterThanOrEqual(MOST - 2)
    expect(tries).toBeLessThanOrEqual(2 * MOST)
    expect((await wrongly(ada, device)).statusCode).toBe(429)
  })

  test('has an HttpOnly cookie that only identifies the account', async () => {
    const { kai } = await people(app, 'kai')
    const line = String(
      [(await signIn(kai)).headers['set-cookie']].flat().find((one) => String(one).includes('device')),
    )
    expect(line).toMatch(/^nollie\.device=[\w-]{86}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    const secure = new KnownDevices({
      db: app.db,
      secret: SECRET,
      publicUrl: new URL('https://nollie.example'),
    })
    expect(await secure.remember(kai.user_id, undefined)).toEqual([
      expect.stringMatching(/^__Host-nollie\.device=[\w-]{86}; .*; Path=\/; .*; Secure$/),
    ])
    const byToken = await app.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      payload: { email: kai.email, password: kai.password },
      headers: { 'sec-fetch-site': 'same-origin', 'x-client': 'token' },
    })
    expect(byToken.headers['set-cookie']).toBeUndefined()
  })

  test('is only known for its own account, and not with a forged cookie', async () => {
    const { ben, cleo } = await people(app, 'ben', 'cleo')
    const bens = getDevice(await signIn(ben))
    await lockOut(cleo)
    expect((await wrongly(cleo, bens)).statusCode).toBe(429)
    const theirs = Buffer.from(getDevice(await signIn(ben))['nollie.device'] ?? '', 'base64url')
    const forged = Buffer.concat([
      Buffer.from(cleo.user_id.replaceAll('-', ''), 'hex'),
      theirs.subarray(16),
    ]).toString('base64url')
    for (const value of [forged, 'A'.repeat(86), '_'.repeat(86), 'x', '%00'])
      expect((await wrongly(cleo, { 'nollie.device': value })).statusCode).toBe(429)
  })

  test('gets the same responses to wrong passwords, and stays known after signing out', async () => {
    const { dora } = await people(app, 'dora')
    const signedIn = await signIn(dora)
    const device = getDevice(signedIn)
    const session = Object.fromEntries(signedIn.cookies.map(({ name, value }) => [name, value]))
    const out = await send('sign-out', {}, session)
    expect([out.statusCode, getDevice(out)]).toEqual([204, {}])
    const shown = ({ statusCode, headers, body }: Answer) => {
      const { request_id: _, ...rest } = JSON.parse(body)
      return [statusCode, Object.keys(headers).toSorted(), rest]
    }
    expect(shown(await wrongly(dora, device))).toEqual(shown(await wrongly(dora)))
    await lockOut(dora)
    expect((await signIn(dora, device)).statusCode).toBe(200)
  })

  test('becomes unknown after a new password, except the browser that set it', async () => {
    const { emil } = await people(app, 'emil')
    const signedIn = await signIn(emil)
    const session = Object.fromEntries(signedIn.cookies.map(({ name, value }) => [name, value]))
    const changed = await app.app.inject({
      method: 'POST',
      url: '/api/account/password',
      payload: { current_password: emil.password, new_password: 'emil drops in anew' },
      headers: { 'sec-fetch-site': 'same-origin' },
      cookies: session,
    })
    expect(changed.statusCode).toBe(204)
    const now = { ...emil, password: 'emil drops in anew' }
    await lockOut(now)
    expect((await signIn(now, getDevice(signedIn))).statusCode).toBe(429)
    expect((await signIn(now, getDevice(changed))).statusCode).toBe(200)
  })

  test('an owner locked out by strangers’ attempts can sign in through the mailbox', async () => {
    const { finn } = await people(app, 'finn')
    await lockOut(finn)
    expect((await send('password-resets', { email: finn.email })).statusCode).toBe(202)
    const [mail] = await mailsTo(app, finn.email, { about: 'new password' })
    const password = 'finn by way of the mail'
    const reset = await send('password', { token: tokenIn(mail, 'reset'), password })
    expect(reset.statusCode).toBe(204)
    expect((await signIn({ ...finn, password })).statusCode).toBe(429)
    expect((await signIn({ ...finn, password }, getDevice(reset))).statusCode).toBe(200)
  })

  test.each(['password-resets', 'leaving-mails'])(
    'strangers’ requests for %s do not use up its own',
    async (path) => {
      const name = path === 'password-resets' ? 'gus' : 'hedda'
      const { [name]: who } = await people(app, name)
      if (!who) throw new Error('nobody')
      const ask = (cookies: Cookies = {}) => send(path, { email: who.email }, cookies)
      const device = getDevice(await signIn(who))
      const codes: number[] = []
      for (let n = 0; n <= 2 * MOST_MAILS && !codes.includes(429); n++) codes.push((await ask()).statusCode)
      expect(codes).toContain(429)
      for (let n = 0; n < MOST_MAILS; n++) expect((await ask(device)).statusCode).toBe(202)
      const more: number[] = []
      for (let n = 0; n <= MOST_MAILS; n++) more.push((await ask(device)).statusCode)
      expect(more).toContain(429)
    },
  )
})
