import { Secret, TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { getChallenge, proveNow, withFactor } from '../../../../test/actors/factors.ts'
import { codeFrom } from '../../../../test/actors/totp.ts'
import { mailsTo } from '../../../../test/services/mails.ts'
import { getCookie, member, post, type TestPerson } from '../../../../test/actors/people.ts'
import { suspend } from '../index.ts'
import { readTotp, totpSetUp } from './totp.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

function by(who: TestPerson) {
  return (path: string, body: object) => post(it.app, `/api/${path}`, body, who.cookie)
}

async function listed({ cookie }: TestPerson) {
  return (await it.app.inject({ url: '/api/account/factors', headers: cookie })).json<{
    items: { id: string; name: string }[]
    recovery_codes_left: number
    trusted_devices: { id: string }[]
    recovery_due_at: string | null
  }>()
}

function remove({ cookie }: TestPerson, url: string) {
  return it.app.inject({ method: 'DELETE', url, headers: cookie })
}

function signIn({ email, password }: TestPerson, headers: Record<string, string> = {}) {
  return post(it.app, '/api/auth/sign-in', { email, password }, headers)
}

function finish(challenge: string, code: string, more: object = {}, headers: Record<string, string> = {}) {
  return post(it.app, '/api/auth/factor-sign-ins', { challenge, code, ...more }, headers)
}

async function fetchSession(headers: Record<string, string>) {
  return (await it.app.inject({ url: '/api/session', headers })).json<{
    aal: string
    amr: string[]
    user: unknown
  }>()
}

test('API-19 API-21 an app is set up with a fresh proof and its first code; the session is strengthened, others end', async () => {
  const ada = await member(it, 'ada')
  const begin = () => by(ada)('account/factors', { kind: 'totp', name: 'Phone' })
  expect((await begin()).json()).toMatchObject({ code: 'PROOF_NEEDED' })
  await proveNow(it, ada)
  const { id, uri, secret } = (await begin()).json<{ id: string; uri: string; secret: string }>()
  expect(URI.parse(uri)).toMatchObject({ issuer: 'Nollie', label: 'ada@example.com', digits: 6, period: 30 })
  expect(await listed(ada)).toMatchObject({ items: [], recovery_codes_left: 0 })
  expect((await signIn(ada)).statusCode).toBe(200)
  const verify = (code: string) => by(ada)(`account/factors/${id}/verifications`, { code })
  expect((await verify('000')).json()).toMatchObject({
    code: 'WRONG_CODE',
    fields: { code: expect.any(String) },
  })
  const proven = await verify(codeFrom(secret))
  const { recovery_codes } = proven.json<{ recovery_codes: string[] }>()
  expect(new Set(recovery_codes).size).toBe(10)
  expect(await listed(ada)).toMatchObject({ items: [{ id, name: 'Phone' }], recovery_codes_left: 10 })
  expect(await fetchSession(ada.cookie)).toMatchObject({ aal: 'aal2', amr: ['totp'] })
  expect(await fetchSession(ada.bearer)).toMatchObject({ user: null })
  const [mail] = await mailsTo(it, ada.email, { about: 'Two-step' })
  expect(mail?.text).toContain('"Phone" was just added')
})

test('API-20 API-21 a sign-in waits for the code, which works once; the session records both methods', async () => {
  const ben = await member(it, 'ben')
  const factor = await withFactor(it, ben)
  const challenge = getChallenge(await signIn(ben))
  expect((await finish(challenge, 'abc')).json()).toMatchObject({ code: 'WRONG_CODE' })
  const code = await factor.code()
  const done = await finish(challenge, code, {}, { 'x-client': 'token' })
  const { token, ...answer } = done.json<{ token: string }>()
  expect(answer).toMatchObject({ aal: 'aal2', amr: ['password', 'totp'], user: { username: 'ben' } })
  expect(await fetchSession({ authorization: `Bearer ${token}` })).toMatchObject({ aal: 'aal2' })
  expect((await finish(challenge, await factor.code())).json()).toMatchObject({ code: 'CODE_OVER' })
  const next = getChallenge(await signIn(ben))
  // Marks the code as used.
  await it.db
    .updateTable('factors')
    .set({ last_step: Math.floor(Date.now() / 30_000) + 1 })
    .where('id', '=', factor.id)
    .execute()
  expect((await finish(next, code)).json()).toMatchObject({ code: 'WRONG_CODE' })
})

test('five wrong codes end the pending sign-in; another person’s or an expired one is unknown', async () => {
  const cem = await member(it, 'cem')
  const factor = await withFactor(it, cem)
  const challenge = getChallenge(await signIn(cem))
  for (let n = 0; n < 5; n++)
    expect((await finish(challenge, '1')).json()).toMatchObject({ code: 'WRONG_CODE' })
  expect((await finish(challenge, await factor.code())).json()).toMatchObject({ code: 'CODE_OVER' })
  const late = getChallenge(await signIn(cem))
  const expires_at = new Date(Date.now() - 1000)
  await it.db
    .updateTable('factor_challenges')
    .set({ expires_at })
    .where('user_id', '=', cem.user_id)
    .execute()
  expect((await finish(late, await factor.code())).json()).toMatchObject({ code: 'CODE_OVER' })
  expect((await finish('x'.repeat(43), await factor.code())).json()).toMatchObject({ code: 'CODE_OVER' })
})

test('another person’s valid code does not complete one’s own sign-in', async () => {
  const [dan, eve] = [await member(it, 'dan'), await member(it, 'eve')]
  await withFactor(it, dan)
  const hers = await withFactor(it, eve)
  const challenge = getChallenge(await signIn(dan))
  expect((await finish(challenge, await hers.code())).json()).toMatchObject({ code: 'WRONG_CODE' })
  expect((await finish(challenge, hers.recovery_codes[0] ?? '')).json()).toMatchObject({ code: 'WRONG_CODE' })
  expect((await finish(challenge, codeFrom('AAAA'))).json()).toMatchObject({ code: 'WRONG_CODE' })
})

test('a recovery code replaces the app once, in any notation; new codes replace the remaining ones', async () => {
  const fay = await member(it, 'fay')
  const { recovery_codes } = await withFactor(it, fay)
  const [first = '', second = ''] = recovery_codes
  const typed = ` ${first.toUpperCase().replace('-', ' ')}`
  const done = await finish(getChallenge(await signIn(fay)), typed)
  expect(done.json()).toMatchObject({ amr: ['password', 'recovery_code'], aal: 'aal2' })
  expect((await finish(getChallenge(await signIn(fay)), first)).json()).toMatchObject({ code: 'WRONG_CODE' })
  expect(await listed(fay)).toMatchObject({ recovery_codes_left: 9 })
  await proveNow(it, fay)
  const { codes } = (await by(fay)('account/recovery-codes', {})).json<{ codes: string[] }>()
  expect((await finish(getChallenge(await signIn(fay)), second)).json()).toMatchObject({ code: 'WRONG_CODE' })
  expect((await finish(getChallenge(await signIn(fay)), codes[9] ?? '')).statusCode).toBe(200)
  const stored = await it.db
    .selectFrom('recovery_codes')
    .selectAll()
    .where('user_id', '=', fay.user_id)
    .execute()
  expect(JSON.stringify(stored)).not.toContain(codes[0])
})

test('a trusted device skips the factor for thirty days, until it is revoked or the password changes', async () => {
  const gil = await member(it, 'gil')
  const factor = await withFactor(it, gil)
  const trust = async () => {
    const done = await finish(getChallenge(await signIn(gil)), await factor.code(), { trust_device: true })
    const cookie = done.cookies
      .map(({ name, value }) => `${name}=${value}`)
      .find((one) => one.includes('trust'))
    return { cookie: cookie ?? '', session: { ...gil, cookie: { ...gil.cookie, cookie: getCookie(done) } } }
  }
  const one = await trust()
  expect((await signIn(gil, { cookie: one.cookie })).json()).toMatchObject({ aal: 'aal1', amr: ['password'] })
  getChallenge(await signIn(gil))
  const hal = await member(it, 'hal')
  await withFactor(it, hal)
  getChallenge(await signIn(hal, { cookie: one.cookie }))
  const [device] = (await listed(one.session)).trusted_devices
  expect((await remove(hal, `/api/account/trusted-devices/${device?.id}`)).statusCode).toBe(404)
  expect((await remove(gil, `/api/account/trusted-devices/${device?.id}`)).statusCode).toBe(204)
  getChallenge(await signIn(gil, { cookie: one.cookie }))
  const two = await trust()
  const changed = { current_password: gil.password, new_password: 'a fresh set of wheels' }
  expect((await by(gil)('account/password', changed)).statusCode).toBe(204)
  getChallenge(await signIn({ ...gil, password: changed.new_password }, { cookie: two.cookie }))
})

test('API-22 removal needs a fresh proof; removing the last factor removes everything, and an email reports it', async () => {
  const ida = await member(it, 'ida')
  const first = await withFactor(it, ida)
  const second = await withFactor(it, ida, 'Tablet')
  expect(second.recovery_codes).toEqual([])
  const path = (id: string) => `/api/account/factors/${id}`
  await it.db
    .updateTable('sessions')
    .set({ proved_at: new Date(0) })
    .where('user_id', '=', ida.user_id)
    .execute()
  expect((await remove(ida, path(first.id))).json()).toMatchObject({ code: 'PROOF_NEEDED' })
  const jon = await member(it, 'jon')
  await proveNow(it, jon)
  expect((await remove(jon, path(first.id))).statusCode).toBe(404)
  await proveNow(it, ida)
  expect((await remove(ida, path(first.id))).statusCode).toBe(204)
  getChallenge(await signIn(ida))
  expect((await remove(ida, path(second.id))).statusCode).toBe(204)
  expect((await signIn(ida)).statusCode).toBe(200)
  expect(await listed(ida)).toMatchObject({ items: [], recovery_codes_left: 0 })
  const mails = await mailsTo(it, ida.email, { about: 'was removed', count: 2 })
  expect(mails.map(({ text }) => text?.includes('"Tablet"')).includes(true)).toBe(true)
})

test('a person has at most five factors, each with an editable name', async () => {
  const kim = await member(it, 'kim')
  for (let n = 0; n < 5; n++) await withFactor(it, kim, `Phone ${n}`)
  await proveNow(it, kim)
  expect((await by(kim)('account/factors', { kind: 'totp', name: 'One more' })).statusCode).toBe(400)
  const [factor] = (await listed(kim)).items
  const rename = (name: string) =>
    it.app.inject({
      method: 'PATCH',
      url: `/api/account/factors/${factor?.id}`,
      payload: { name },
      headers: kim.cookie,
    })
  expect((await rename(' ')).statusCode).toBe(400)
  expect((await rename(' Old phone ')).statusCode).toBe(204)
  expect((await listed(kim)).items[0]?.name).toBe('Old phone')
})

test('a suspended person also needs the factor', async () => {
  const lou = await member(it, 'lou')
  const factor = await withFactor(it, lou)
  await it.db.transaction().execute((tx) => suspend(tx, lou.user_id, true))
  const done = await finish(getChallenge(await signIn(lou)), await factor.code())
  expect(done.json()).toMatchObject({ is_suspended: true, aal: 'aal2' })
})

test('reports a clock that is minutes off, during setup and with an expired code', async () => {
  const mia = await member(it, 'mia')
  await proveNow(it, mia)
  const begun = await by(mia)('account/factors', { kind: 'totp', name: 'Phone' })
  const { id, secret } = begun.json<{ id: string; secret: string }>()
  const verify = (minutes: number) =>
    by(mia)(`account/factors/${id}/verifications`, { code: codeFrom(secret, minutes) })
  expect((await verify(-5)).json<{ detail: string }>().detail).toMatch(/is [56] minutes slow/)
  expect((await verify(5)).json<{ detail: string }>().detail).toMatch(/is [56] minutes fast/)
  expect((await verify(0)).statusCode).toBe(200)
  const challenge = getChallenge(await signIn(mia))
  expect((await finish(challenge, codeFrom(secret, -5))).json<{ detail: string }>().detail).toMatch(/slow/)
  expect((await finish(challenge, codeFrom(secret, 5))).json<{ detail: string }>().detail).toMatch(
    /phone’s clock must be right/,
  )
})

test('accepts one time step of difference, not two, and never one before the last used one', async () => {
  const [secret, id] = ['a secret of a server, long enough', '0199c0de-0000-7000-8000-000000000001']
  const { secret: base32 } = totpSetUp(secret, id, 'ada@example.com')
  const at = 1_800_000_015_000
  const app = new TOTP({ secret: Secret.fromBase32(base32) })
  const read = (seconds: number, last_step = 0) =>
    readTotp(secret, { id, last_step }, app.generate({ timestamp: at + seconds * 1000 }), at)
  const now = Math.floor(at / 30_000)
  for (const off of [-1, 0, 1]) expect(await read(off * 30)).toEqual({ step: now + off })
  expect(await read(-60)).toEqual({ minutes: -1 })
  expect(await read(60)).toEqual({ minutes: 1 })
  expect(await read(-900)).toBeNull()
  expect(await read(0, now)).toBeNull()
  expect(await read(-30, now)).toBeNull()
})

test('no table contains a factor’s secret', async () => {
  const nia = await member(it, 'nia')
  const { secret } = await withFactor(it, nia)
  const key = Secret.fromBase32(secret).utf8
  const rows = await it.db.selectFrom('factors').selectAll().where('user_id', '=', nia.user_id).execute()
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(JSON.stringify(rows)).not.toContain(key)
})
