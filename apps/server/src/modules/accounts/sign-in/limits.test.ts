import { RATES } from '@nollie/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { people } from '../../../../test/actors/people.ts'
import { Jobs } from '../../../platform/jobs/index.ts'

// Uses the default limits, except for proof of work. Windows start at fixed times, so if one ends during a test, up to
// twice a limit is allowed.

let app: TestApp
beforeAll(async () => {
  app = await testApp({ rates: { unproven: { user: [1_000_000, 300], ip: [1_000_000, 300] } } })
})
afterAll(() => app.close())

type Try = { path: string; body: object; ip: string; headers?: Record<string, string> }

function send({ path, body, ip, headers }: Try, on = app) {
  return on.app.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    payload: body,
    remoteAddress: ip,
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  })
}

/** Sends requests until the rate limit rejects one. Returns how many were accepted. */
async function untilRefused(max: number, next: (n: number) => Try): Promise<number> {
  for (let n = 0; n <= 2 * max; n++) {
    const answer = await send(next(n))
    if (answer.statusCode !== 429) continue
    expect(answer.json()).toMatchObject({ code: 'TOO_MANY' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    return n
  }
  return Number.POSITIVE_INFINITY
}

/** Whether a limit allows at least its value, and at most twice that in case a window ends during the test. */
async function fires(max: number, next: (n: number) => Try): Promise<boolean> {
  const passed = await untilRefused(max, next)
  return passed >= max && passed <= 2 * max
}

let lastIp = 0

function newIp() {
  return `10.1.${(lastIp += 1) >> 8}.${lastIp & 255}`
}

const account = { email: 'target@example.com', password: 'one of many guesses' }

test('limits sign-ups per address, and per IPv6 network', async () => {
  const [max] = RATES.sign_up.ip
  expect(
    await fires(max, (n) => ({
      path: 'sign-up',
      body: { username: `flood${n}`, email: `flood${n}@example.com`, password: 'some good words' },
      ip: '10.9.0.1',
    })),
  ).toBe(true)
  expect(await fires(max, (n) => ({ path: 'sign-up', body: {}, ip: `2001:db8:1:1::${n + 1}` }))).toBe(true)
})

test('B7 limits sign-ins per address, whatever X-Forwarded-For says', async () => {
  expect(
    await fires(RATES.sign_in.ip[0], (n) => ({
      path: 'sign-in',
      body: {},
      ip: '10.9.0.2',
      headers: { 'x-forwarded-for': `192.0.2.${n}` },
    })),
  ).toBe(true)
})

test('B7 limits sign-ins per account from anywhere, even across a restart', async () => {
  expect(
    await fires(RATES.sign_in_account.user[0], () => ({ path: 'sign-in', body: account, ip: newIp() })),
  ).toBe(true)
  const restarted = await testApp({
    rates: {},
    db: app.db,
    databaseUrl: app.databaseUrl,
    jobs: new Jobs(app.databaseUrl, pino({ level: 'silent' })),
  })
  const upper = { ...account, email: account.email.toUpperCase() }
  const answer = await send({ path: 'sign-in', body: upper, ip: newIp() }, restarted)
  expect(answer.statusCode).toBe(429)
  await restarted.close()
})

test.each(['verification-mails', 'password-resets', 'codes'])('limits %s per address', async (path) => {
  const ip = newIp()
  expect(await fires(RATES.mail.ip[0], (n) => ({ path, body: { email: `mail${n}@example.com` }, ip }))).toBe(
    true,
  )
})

test('F1 limits emails to one address, whichever operation requests them', async () => {
  const email = 'flooded@example.com'
  const ways = (n: number): Try => {
    const sign = { username: `flooder${n}`, email, password: 'some good words' }
    if (n % 4 === 0) return { path: 'sign-up', body: sign, ip: newIp() }
    const path = ['codes', 'verification-mails', 'password-resets'][n % 3] ?? ''
    return { path, body: { email }, ip: newIp() }
  }
  expect(await fires(RATES.mail_address.user[0], ways)).toBe(true)
})

test('limits guesses of emailed tokens as strictly as guesses of passwords', async () => {
  for (const path of ['verify', 'password']) {
    const ip = newIp()
    expect(
      await fires(RATES.sign_in.ip[0], () => ({ path, body: { token: 'x', password: 'password' }, ip })),
    ).toBe(true)
  }
})

test('counted addresses are not stored', async () => {
  const rows = await app.db.selectFrom('rate_counts').select('subject').execute()
  expect(rows.length).toBeGreaterThan(10)
  expect(JSON.stringify(rows)).not.toContain('example.com')
})

test('counts members by account: sign-out and session', async () => {
  const wide = { user: [1000, 300], ip: [1000, 300] } as const
  const tight = { user: [2, 300], ip: [1000, 300] } as const
  const rates = { sign_up: wide, sign_in: wide, read: tight, write: tight }
  const other = await testApp({ rates })
  const { ada, ben } = await people(other, 'ada', 'ben')
  const read = () => other.app.inject({ url: '/api/session', headers: ada.bearer })
  const codes = []
  for (let n = 0; n < 5; n++) codes.push((await read()).statusCode)
  expect(codes).toContain(429)
  const out = (n: number) =>
    send({ path: 'sign-out', body: {}, ip: newIp(), headers: n === 0 ? ben.bearer : ada.bearer }, other)
  expect((await out(0)).statusCode).toBe(204)
  await other.close()
})

test.each(['sign-in', 'sign-up', 'password-resets'])(
  'counts %s by address even for signed-in people',
  async (path) => {
    const wide = { user: [1000, 300], ip: [1000, 300] } as const
    const tight = { user: [1000, 300], ip: [3, 300] } as const
    const rate = ({ 'sign-in': 'sign_in', 'sign-up': 'sign_up', 'password-resets': 'mail' } as const)[path]
    const rates = { sign_up: wide, sign_in: wide, mail: wide, [rate ?? '']: tight }
    const other = await testApp({ rates })
    const { ada } = await people(other, 'ada')
    const ip = newIp()
    const codes = []
    for (let n = 0; n < 8; n++)
      codes.push((await send({ path, body: {}, ip, headers: ada.bearer }, other)).statusCode)
    expect(codes).toContain(429)
    await other.close()
  },
)
