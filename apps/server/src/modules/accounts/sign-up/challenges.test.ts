import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { RATES } from '@nollie/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECRET, type TestApp, testApp } from '../../../../test/world/app.ts'
import { type Captcha, startCaptcha } from '../../../../test/services/captcha.ts'
import { signUp } from '../../../../test/actors/people.ts'
import { makeChallenge, solvedBy } from './proof-of-work.ts'
import { canSolve } from './challenges.service.ts'

const WIDE = { user: [1_000_000, 300], ip: [1_000_000, 300] } as const
const wide = Object.fromEntries(Object.keys(RATES).map((name) => [name, WIDE]))
// The window is long enough not to end during a test.
const LONG = 999_999
const FIGURES = { ...wide, unproven: { user: [2, LONG], ip: [3, LONG] }, solution: RATES.solution } as const

let it: TestApp
beforeAll(async () => {
  it = await testApp({ rates: FIGURES })
})
afterAll(() => it.close())

let last = 0

function newIp() {
  return `10.2.${(last += 1) >> 8}.${last & 255}`
}

function newEmail() {
  return `asks${(last += 1)}@example.com`
}

type Options = { ip?: string; solution?: string; cookie?: string; on?: TestApp }

function send(path: string, payload: object, { ip, solution, cookie, on = it }: Options = {}) {
  return on.app.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    payload,
    remoteAddress: ip ?? newIp(),
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(solution !== undefined && { 'x-solution': solution }),
      ...(cookie && { cookie }),
    },
  })
}

async function getCode(answer: ReturnType<typeof send>) {
  const { statusCode, body } = await answer
  return statusCode === 202 ? 202 : (JSON.parse(body) as { code: string }).code
}

async function challenge(on = it) {
  return (await send('challenges', {}, { on })).json()
}

function encoded(value: object) {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}

function decoded(text: string) {
  return JSON.parse(Buffer.from(text, 'base64').toString()) as Challenge
}

async function solved(text: string) {
  const challenge = decoded(text)
  return { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
}

async function solution() {
  return encoded(await solved((await challenge()).challenge))
}

/** Endpoints that send emails without requiring an account. */
const WAYS = ['sign-up', 'codes', 'password-resets', 'verification-mails', 'leaving-mails'] as const

function buildBody(way: string, email: string) {
  return way === 'sign-up' ? { username: email.split('@')[0], email, password: 'some good words' } : { email }
}

describe.each(WAYS)('%s', (way) => {
  test('needs work after frequent requests from one network', async () => {
    const ip = newIp()
    const ask = (given?: string) =>
      getCode(send(way, buildBody(way, newEmail()), { ip, ...(given !== undefined && { solution: given }) }))
    expect([await ask(), await ask(), await ask()]).toEqual([202, 202, 202])
    expect(await ask()).toBe('WORK_NEEDED')
    const given = await solution()
    expect(await ask(given)).toBe(202)
    // A network with the same number of requests for other addresses needs no challenge.
    expect(await getCode(send(way, buildBody(way, newEmail())))).toBe(202)
    expect(await ask(given)).toBe('WORK_NEEDED')
  })

  test('B5 needs it after equally many requests for known and unknown addresses', async () => {
    const known = await signUp(it, `known${(last += 1)}`)
    const seen = []
    for (const email of [known.email, newEmail()]) {
      await it.db.deleteFrom('rate_counts').execute()
      const answers = []
      for (const given of [{}, {}, {}, { solution: 'nothing' }]) {
        const body = { ...buildBody(way, email), ...(way === 'sign-up' && { username: `any${(last += 1)}` }) }
        answers.push(await getCode(send(way, body, given)))
      }
      seen.push(answers)
    }
    expect(seen[0]).toEqual([202, 202, 'WORK_NEEDED', 'WORK_NEEDED'])
    expect(seen[1]).toEqual(seen[0])
  })
})

test('a known device of the account needs no work while strangers request its address', async () => {
  const ada = await signUp(it, 'adawork')
  const { email, password } = ada
  const signedIn = await send('sign-in', { email, password })
  const device = signedIn.cookies.find(({ name }) => name === 'nollie.device')
  for (let n = 0; n < 4; n++) await send('codes', { email })
  expect(await getCode(send('codes', { email }))).toBe('WORK_NEEDED')
  expect(await getCode(send('codes', { email }, { cookie: `${device?.name}=${device?.value}` }))).toBe(202)
})

describe('rejects as a solution', () => {
  const email = newEmail()
  beforeAll(async () => {
    for (let n = 0; n < 3; n++) await send('codes', { email })
  })
  const refused = async (text: string) =>
    expect(await getCode(send('codes', { email }, { solution: text }))).toBe('WORK_NEEDED')

  test('one from another server', async () => {
    await refused(encoded(await solved(await makeChallenge('another secret, also of thirty-two signs'))))
  })

  test('one for an expired challenge', async () => {
    const old = await makeChallenge(SECRET, Date.now() - 11 * 60_000)
    await refused(encoded(await solved(old)))
  })

  test('one for a challenge that was made easier, longer, or new by the client', async () => {
    const { challenge, solution } = await solved(await makeChallenge(SECRET))
    for (const changed of [{ cost: 1 }, { keyPrefix: '00' }, { expiresAt: 9_999_999_999 }, { nonce: 'ab' }]) {
      const parameters = { ...challenge.parameters, ...changed }
      await refused(encoded({ challenge: { ...challenge, parameters }, solution }))
    }
    await refused(encoded({ challenge: { ...challenge, signature: '00'.repeat(32) }, solution }))
    const upper = { ...challenge, signature: challenge.signature?.toUpperCase() }
    const own = encoded({ challenge, solution })
    expect(await getCode(send('codes', { email }, { solution: own }))).toBe(202)
    await refused(encoded({ challenge: upper, solution }))
  })

  test('one with a wrong number, or a wrong key', async () => {
    const { challenge, solution } = await solved(await makeChallenge(SECRET))
    await refused(encoded({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }))
    await refused(
      encoded({ challenge, solution: { counter: 1, derivedKey: challenge.parameters.keyPrefix } }),
    )
  })

  test('anything else', async () => {
    const { challenge } = await solved(await makeChallenge(SECRET))
    const noKey = { challenge, solution: { counter: 0, derivedKey: 'not hex' } }
    for (const text of ['', 'x', encoded({}), encoded([]), encoded({ challenge }), encoded(noKey)])
      await refused(text)
    expect((await send('codes', { email }, { solution: 'x'.repeat(8001) })).statusCode).toBe(400)
  })
})

test('a solution sent many times concurrently counts once', async () => {
  const email = newEmail()
  for (let n = 0; n < 3; n++) await send('codes', { email })
  const given = await solution()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => getCode(send('codes', { email }, { solution: given }))),
  )
  expect(answers.filter((code) => code === 202)).toHaveLength(1)
})

test('a challenge expires with the window in which its solution is counted', async () => {
  const window = RATES.solution.user[1] * 1000
  const end = (Math.floor(Date.now() / window) + 1) * window
  const late = decoded(await makeChallenge(SECRET, end - 5_000))
  expect(late.parameters.expiresAt).toBe(end / 1000)
  expect(await solvedBy(SECRET, 'nothing')).toBeNull()
})

test("pages without HTTPS can't solve challenges, and get none", async () => {
  expect(canSolve(new URL('http://192.168.0.2:3000'))).toBe(false)
  expect(canSolve(new URL('http://localhost:3000'))).toBe(true)
  expect(canSolve(new URL('https://nollie.example'))).toBe(true)
  const plain = await testApp({
    rates: { ...FIGURES, unproven: { user: [0, LONG], ip: [0, LONG] } },
    publicUrl: new URL('http://192.168.0.2:3000'),
  })
  expect(await getCode(send('codes', { email: newEmail() }, { on: plain }))).toBe(202)
  expect((await send('challenges', {}, { on: plain })).statusCode).toBe(404)
  await plain.close()
})

describe.each(['turnstile', 'hcaptcha'] as const)('with %s', (provider) => {
  const keys = { siteKey: 'site key', secret: 'secret of the site' }
  const logged: string[] = []
  let captcha: Captcha
  let on: TestApp
  beforeAll(async () => {
    captcha = await startCaptcha(keys)
    const settings = { provider, ...keys, url: new URL(captcha.url) }
    on = await testApp({
      rates: { ...FIGURES, unproven: { user: [0, LONG], ip: [0, LONG] } },
      accounts: { providers: [], captcha: settings },
      log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
    })
  })
  afterAll(async () => {
    await on.close()
    await captcha.close()
  })
  const ask = (given?: string) =>
    getCode(send('codes', { email: newEmail() }, { on, ...(given !== undefined && { solution: given }) }))

  test('the challenge is its widget, whose token is valid once', async () => {
    expect(await challenge(on)).toEqual({
      kind: 'captcha',
      provider,
      site_key: keys.siteKey,
      script_url: expect.stringMatching(new RegExp(`^${captcha.url}/.*api.js\\?render=explicit$`)),
    })
    expect(await ask()).toBe('WORK_NEEDED')
    const token = captcha.newToken()
    expect(await ask(token)).toBe(202)
    expect(await ask(token)).toBe('WORK_NEEDED')
    expect(await ask('a token of somebody else')).toBe('WORK_NEEDED')
    // A solution to our own challenge doesn't replace the CAPTCHA.
    expect(await ask(encoded(await solved(await makeChallenge(SECRET))))).toBe('WORK_NEEDED')
  })

  test('the provider gets no personal data', async () => {
    await ask(captcha.newToken())
    expect([...(captcha.asked.at(-1)?.keys() ?? [])].toSorted()).toEqual(['response', 'secret', 'sitekey'])
  })

  test.each([
    ['', 200],
    ['null', 200],
    ['{}', 200],
    ['<p>busy', 200],
    ['{"success":true}', 503],
  ])('a response like %j with status %i counts as a provider failure', async (text, status) => {
    captcha.answers(text, status)
    expect(await ask(captcha.newToken())).toBe('PROVIDER_DOWN')
    expect(logged.at(-1)).toContain("the CAPTCHA isn't working")
    captcha.answers(null)
    expect(await ask(captcha.newToken())).toBe(202)
  })
})

test('a secret that the provider rejects is logged for the operator', async () => {
  const captcha = await startCaptcha({ siteKey: 'key', secret: 'right' })
  const logged: string[] = []
  const on = await testApp({
    rates: { ...FIGURES, unproven: { user: [0, LONG], ip: [0, LONG] } },
    accounts: {
      providers: [],
      captcha: { provider: 'turnstile', siteKey: 'key', secret: 'wrong', url: new URL(captcha.url) },
    },
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
  })
  const body = { email: newEmail() }
  expect(await getCode(send('codes', body, { on, solution: captcha.newToken() }))).toBe('PROVIDER_DOWN')
  expect(logged.join('')).toContain('invalid-input-secret')
  expect(logged.join('')).not.toContain('wrong')
  await on.close()
  await captcha.close()
})
