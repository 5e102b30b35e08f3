import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECRET, type TestApp, testApp } from '../../../../test/world/app.ts'
import { proveNow } from '../../../../test/actors/factors.ts'
import { mailsTo, tokenIn } from '../../../../test/services/mails.ts'
import { withPasskey } from '../../../../test/actors/passkeys.ts'
import { member, post, type TestPerson } from '../../../../test/actors/people.ts'
import { notMeValue } from '../two-factor/not-me-links.queries.ts'
import { computeCode } from '../sign-in/code-digits.ts'
import { deviceName } from './new-device.service.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

/** Creates a person with an account of this age who has never signed in. */
async function makePerson(name: string, age = '3 days'): Promise<TestPerson> {
  const person = await member(it, name)
  const created_at = sql<string>`now() - ${sql.lit(age)}::interval`
  await it.db.updateTable('users').set({ created_at }).where('id', '=', person.user_id).execute()
  return person
}

type Cookies = Record<string, string>
/** Simulates a browser with its own cookies. */
function createBrowser(userAgent = FIREFOX) {
  const cookies: Cookies = {}
  return {
    cookies,
    send: async (path: string, payload: object, headers: Record<string, string> = {}) => {
      const answer = await it.app.inject({
        method: 'POST',
        url: `/api/auth/${path}`,
        payload,
        cookies,
        headers: { 'sec-fetch-site': 'same-origin', 'user-agent': userAgent, ...headers },
      })
      for (const { name, value } of answer.cookies) cookies[name] = value
      return answer
    },
  }
}

type Browser = ReturnType<typeof createBrowser>

async function signIn({ email, password }: TestPerson, on: Browser, headers = {}) {
  return expect((await on.send('sign-in', { email, password }, headers)).statusCode).toBe(200)
}

/** Returns a person's queued emails about new devices. */
async function queued({ user_id }: TestPerson): Promise<{ name: string; way: string }[]> {
  const { rows } = await sql<{ name: string; way: string }>`
    select data->>'name' as name, data->>'way' as way from jobs.job
    where name = 'account-mail' and data->>'what' = 'device_new' and data->>'user_id' = ${user_id}
    order by created_on`.execute(it.db)
  return rows
}

function safetyToken(text: string | undefined): string {
  const [link = ''] = /https?:\/\/\S+\/auth\/safety\S+/.exec(text ?? '') ?? []
  const { pathname, hash, search } = new URL(link)
  expect([pathname, search]).toEqual(['/auth/safety', ''])
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}

test('B9 emails the owner about a browser that is new for the account, once', async () => {
  const ada = await makePerson('ada')
  const own = createBrowser()
  await signIn(ada, own)
  await signIn(ada, own)
  // No email is sent for the very first device.
  expect(await queued(ada)).toEqual([])
  const other = createBrowser(PHONE)
  await signIn(ada, other)
  await signIn(ada, other)
  await signIn(ada, own)
  expect(await queued(ada)).toEqual([{ name: 'Chrome on a phone with Android', way: 'password' }])
  const [mail] = await mailsTo(it, ada.email, { about: 'new sign-in' })
  expect(mail?.text?.replaceAll(/\s+/g, ' ')).toMatch(
    /signed in to your Nollie account with your password, in Chrome on a phone with Android, on \w+ \d+, \d{4} at \S+ [AP]M UTC\./,
  )
  expect(mail?.text).toContain('It wasn’t me')
})

test('a new account can sign in on every device without an email', async () => {
  const ben = await makePerson('ben', '59 minutes')
  for (const userAgent of [FIREFOX, PHONE, PHONE]) await signIn(ben, createBrowser(userAgent))
  expect(await queued(ben)).toEqual([])
})

test('an old account whose devices have expired gets an email about the next one', async () => {
  const old = await makePerson('olda', '401 days')
  await signIn(old, createBrowser())
  expect(await queued(old)).toHaveLength(1)
})

test('a browser stays the same after a new password, and for each person who shares it', async () => {
  const [cleo, dora] = [await makePerson('cleo'), await makePerson('dora')]
  const shared = createBrowser()
  for (const one of [cleo, dora, cleo, dora]) await signIn(one, shared)
  expect([await queued(cleo), await queued(dora)]).toEqual([[], []])
  const rows = await it.db.selectFrom('used_devices').select('device').execute()
  // The database doesn't reveal that several people use the same browser.
  expect(new Set(rows.map(({ device }) => device)).size).toBe(rows.length)

  const body = { current_password: cleo.password, new_password: 'rolls away switch' }
  expect((await post(it.app, '/api/account/password', body, cleo.cookie)).statusCode).toBe(204)
  await signIn({ ...cleo, password: 'rolls away switch' }, shared)
  expect(await queued(cleo)).toEqual([])
})

test('the browser that set a new password after a reset is not new', async () => {
  const eve = await makePerson('eve')
  await signIn(eve, createBrowser())
  const own = createBrowser()
  await own.send('password-resets', { email: eve.email })
  const [mail] = await mailsTo(it, eve.email, { about: 'new password' })
  const password = 'another good password'
  expect((await own.send('password', { token: tokenIn(mail, 'reset'), password })).statusCode).toBe(204)
  await signIn({ ...eve, password }, own)
  expect(await queued(eve)).toEqual([])
})

test('neither a forged cookie nor another person’s makes a device known', async () => {
  const [fay, gus] = [await makePerson('fay'), await makePerson('gus')]
  const ofFay = createBrowser()
  await signIn(fay, ofFay)
  await signIn(gus, createBrowser())
  await signIn(gus, ofFay)
  expect(await queued(gus)).toHaveLength(1)
  const invented = createBrowser()
  invented.cookies['nollie.device'] = Buffer.alloc(64, 7).toString('base64url')
  await signIn(fay, invented)
  expect(await queued(fay)).toHaveLength(1)
})

test('recognizes programs by name and network', async () => {
  const hal = await makePerson('hal')
  const program = createBrowser('shredder/1.0')
  const byToken = { 'x-client': 'token' }
  for (const headers of [byToken, { 'x-client': 'signed' }, byToken]) await signIn(hal, program, headers)
  expect(await queued(hal)).toEqual([])
  await signIn(hal, createBrowser('other/1.0'), byToken)
  expect(await queued(hal)).toEqual([{ name: 'an app or a program', way: 'password' }])
})

describe('every sign-in method', () => {
  test.each(['code', 'passkey'] as const)('by %s', async (way) => {
    const person = await makePerson(`by${way}`)
    await signIn(person, createBrowser())
    const on = createBrowser(PHONE)
    if (way === 'code') {
      const asked = await on.send('codes', { email: person.email })
      const { code_id } = asked.json<{ code_id: string }>()
      const answer = await on.send('code-sign-ins', { code_id, code: computeCode(SECRET, code_id) })
      expect(answer.statusCode).toBe(200)
    } else {
      await proveNow(it, person)
      const { authenticator } = await withPasskey(it, person)
      const begun = await on.send('passkey-challenges', {})
      const { challenge_id, challenge } = begun.json<{ challenge_id: string; challenge: string }>()
      const answer = await on.send('passkey-sign-ins', {
        challenge_id,
        credential: authenticator.get(challenge),
      })
      expect(answer.statusCode).toBe(200)
    }
    expect(await queued(person)).toEqual([{ name: 'Chrome on a phone with Android', way }])
  })
})

test('B9 "this was not me" ends every session, once, and the device counts as new again', async () => {
  const ivy = await makePerson('ivy')
  await signIn(ivy, createBrowser())
  const thief = createBrowser(PHONE)
  await signIn(ivy, thief)
  const [mail] = await mailsTo(it, ivy.email, { about: 'new sign-in' })
  const token = safetyToken(mail?.text)
  // Opening the page has no effect. Only its button sends the request.
  expect((await it.app.inject({ url: '/api/auth/not-me' })).statusCode).toBeGreaterThanOrEqual(400)
  const sessions = it.db.selectFrom('sessions').select('id').where('user_id', '=', ivy.user_id)
  expect(await sessions.execute()).not.toEqual([])
  const notMe = () => post(it.app, '/api/auth/not-me', { token })
  expect((await notMe()).statusCode).toBe(204)
  expect(await sessions.execute()).toEqual([])
  expect((await notMe()).json()).toMatchObject({ code: 'BAD_TOKEN' })
  const [closed] = await mailsTo(it, ivy.email, { about: 'Choose a new password' })
  const password = 'another good password'
  const reset = { token: tokenIn(closed, 'reset'), password }
  expect((await createBrowser().send('password', reset)).statusCode).toBe(204)
  // Signing in on the earlier device with the new password sends another email.
  await signIn({ ...ivy, password }, thief)
  expect(await queued(ivy)).toHaveLength(2)
})

test('the link is valid for seven days', async () => {
  const jo = await makePerson('joss')
  await signIn(jo, createBrowser())
  await signIn(jo, createBrowser(PHONE))
  const [mail] = await mailsTo(it, jo.email, { about: 'new sign-in' })
  const expires_at = new Date(Date.now() - 1000)
  const stored = await it.db
    .selectFrom('verifications')
    .select('expires_at')
    .where('value', '=', notMeValue(jo.user_id))
    .execute()
  const days = stored.map((row) => (Date.parse(row.expires_at) - Date.now()) / 86_400_000)
  expect(days).toHaveLength(1)
  expect(days.every((left) => left > 6.9 && left <= 7)).toBe(true)
  await it.db
    .updateTable('verifications')
    .set({ expires_at })
    .where('value', '=', notMeValue(jo.user_id))
    .execute()
  const answer = await post(it.app, '/api/auth/not-me', { token: safetyToken(mail?.text) })
  expect(answer.json()).toMatchObject({ code: 'BAD_TOKEN' })
})

test('senders can’t inject text into the email through their user agent', () => {
  const getName = (userAgent: string | undefined) => deviceName({ userAgent, isProgram: false })
  expect(getName(FIREFOX)).toBe('Firefox on a computer with Linux')
  expect(getName(undefined)).toBe('a device')
  expect(getName('Call +123 at evil.example/1.0')).toBe('a device')
  expect(getName('https://evil.example/sign-in')).toBe('a device')
})

test('stores a limited number of devices, and forgets the oldest', async () => {
  const kim = await makePerson('kim')
  const old = Array.from({ length: 110 }, (_, n) => ({
    id: crypto.randomUUID(),
    user_id: kim.user_id,
    device: `${n}`.padStart(43, 'x'),
    last_used_at: new Date(Date.now() - (n + 1) * 1000),
  }))
  await it.db.insertInto('used_devices').values(old).execute()
  await signIn(kim, createBrowser())
  const rows = await it.db
    .selectFrom('used_devices')
    .select('device')
    .where('user_id', '=', kim.user_id)
    .execute()
  expect(rows).toHaveLength(100)
  expect(rows.map(({ device }) => device)).not.toContain('109'.padStart(43, 'x'))
})
