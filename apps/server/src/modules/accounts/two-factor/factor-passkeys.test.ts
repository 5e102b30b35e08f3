import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { getChallenge, proveNow, withFactor } from '../../../../test/actors/factors.ts'
import { mailsTo } from '../../../../test/services/mails.ts'
import { getCookie, member, post, type TestPerson } from '../../../../test/actors/people.ts'
import { signChallenge, withPasskey } from '../../../../test/actors/passkeys.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

function by(who: TestPerson) {
  return (path: string, body: object) => post(it.app, `/api/${path}`, body, who.cookie)
}

function remove({ cookie }: TestPerson, url: string) {
  return it.app.inject({ method: 'DELETE', url, headers: cookie })
}

function signIn({ email, password }: TestPerson, headers: Record<string, string> = {}) {
  return post(it.app, '/api/auth/sign-in', { email, password }, headers)
}

async function listed({ cookie }: TestPerson) {
  return (await it.app.inject({ url: '/api/account/factors', headers: cookie })).json<{
    items: { id: string; kind: string }[]
    recovery_codes_left: number
  }>()
}

function unproved({ user_id }: TestPerson) {
  return it.db
    .updateTable('sessions')
    .set({ proved_at: new Date(0), aal: 1 })
    .where('user_id', '=', user_id)
    .execute()
}

/** Makes a person's passkeys their second factor. */
async function asFactor(who: TestPerson) {
  const { authenticator, id: passkey_id } = await withPasskey(it, who)
  const begun = await by(who)('account/factors', { kind: 'passkey', name: 'My passkeys' })
  expect(begun.json()).toMatchObject({ secret: null, uri: null })
  const { id } = begun.json<{ id: string }>()
  const passkey = await signChallenge(it, authenticator)
  const proven = await by(who)(`account/factors/${id}/verifications`, { passkey })
  expect(proven.statusCode).toBe(200)
  const { recovery_codes } = proven.json<{ recovery_codes: string[] }>()
  return { authenticator, passkey_id, id, recovery_codes }
}

test('a passkey replaces the code from an app, because it combines two factors', async () => {
  const ada = await member(it, 'ada')
  const { authenticator } = await withPasskey(it, ada)
  await withFactor(it, ada)
  getChallenge(await signIn(ada))
  const done = await post(it.app, '/api/auth/passkey-sign-ins', await signChallenge(it, authenticator))
  expect(done.json()).toMatchObject({ aal: 'aal2', amr: ['passkey'] })
})

test('passkeys alone can be the second factor: then every other sign-in method needs one, or a recovery code', async () => {
  const ben = await member(it, 'ben')
  const { authenticator, recovery_codes } = await asFactor(ben)
  expect(await listed(ben)).toMatchObject({ items: [{ kind: 'passkey' }], recovery_codes_left: 10 })
  const challenge = getChallenge(await signIn(ben))
  expect(
    (await post(it.app, '/api/auth/factor-sign-ins', { challenge, code: '123456' })).json(),
  ).toMatchObject({
    code: 'WRONG_CODE',
  })
  const body = { challenge, code: recovery_codes[0] }
  expect((await post(it.app, '/api/auth/factor-sign-ins', body)).json()).toMatchObject({ aal: 'aal2' })
  const done = await post(it.app, '/api/auth/passkey-sign-ins', await signChallenge(it, authenticator))
  expect(done.statusCode).toBe(200)
})

test('passkeys can be added as a factor only once, and only proven with one’s own passkey', async () => {
  const [cem, dan] = [await member(it, 'cem'), await member(it, 'dan')]
  await proveNow(it, cem)
  const begin = (who: TestPerson) => by(who)('account/factors', { kind: 'passkey', name: 'Passkeys' })
  expect((await begin(cem)).json()).toMatchObject({ detail: 'Add a passkey first.' })
  await withPasskey(it, cem)
  const { authenticator } = await withPasskey(it, dan)
  const { id } = (await begin(cem)).json<{ id: string }>()
  const verify = async (body: object) => by(cem)(`account/factors/${id}/verifications`, body)
  const foreign = await verify({ passkey: await signChallenge(it, authenticator) })
  expect(foreign.json()).toMatchObject({ code: 'PASSKEY_REFUSED' })
  expect((await verify({ code: '123456' })).json()).toMatchObject({ code: 'WRONG_CODE' })
  expect((await verify({})).statusCode).toBe(400)
  await asFactor(dan)
  expect((await begin(dan)).json()).toMatchObject({ detail: 'Your passkeys are already a second factor.' })
})

test('deleting the last passkey removes the second factor', async () => {
  const eve = await member(it, 'eve')
  const { passkey_id } = await asFactor(eve)
  expect((await remove(eve, `/api/account/passkeys/${passkey_id}`)).statusCode).toBe(204)
  expect(await listed(eve)).toMatchObject({ items: [], recovery_codes_left: 0 })
  expect((await signIn(eve)).statusCode).toBe(200)
})

test('a password or email from a trusted device is not a proof: changes need the second factor', async () => {
  const fay = await member(it, 'fay')
  const factor = await withFactor(it, fay)
  const { items } = await listed(fay)
  const url = `/api/account/factors/${items[0]?.id}`
  await unproved(fay)
  await proveNow(it, fay)
  expect((await remove(fay, url)).json()).toMatchObject({ code: 'PROOF_NEEDED' })
  const prove = (body: object) => by(fay)('account/proofs', body)
  expect((await prove({ password: fay.password })).json()).toMatchObject({ code: 'FACTOR_NEEDED' })
  expect((await prove({ factor_code: '000000' })).json()).toMatchObject({
    code: 'WRONG_CODE',
    fields: { factor_code: expect.any(String) },
  })
  const change = { new_password: 'another wall to ride', current_password: fay.password }
  expect((await by(fay)('account/password', change)).json()).toMatchObject({ code: 'PROOF_NEEDED' })
  expect((await prove({ factor_code: await factor.code() })).statusCode).toBe(200)
  expect((await remove(fay, url)).statusCode).toBe(204)
})

test('"this was not me" also removes passkeys and linked identities, no matter who added them', async () => {
  const gus = await member(it, 'gus')
  const { authenticator } = await withPasskey(it, gus)
  await it.db
    .insertInto('accounts')
    .values({
      id: gus.user_id,
      user_id: gus.user_id,
      provider_id: 'oidc-club',
      account_id: 'gus',
      label: null,
      password: null,
    })
    .execute()
  const [mail] = await mailsTo(it, gus.email, { about: 'new passkey' })
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  expect((await post(it.app, '/api/auth/not-me', { token })).statusCode).toBe(204)
  const answer = await signChallenge(it, authenticator)
  expect((await post(it.app, '/api/auth/passkey-sign-ins', answer)).json()).toMatchObject({
    code: 'PASSKEY_REFUSED',
  })
  const identities = it.db
    .selectFrom('accounts')
    .select('provider_id')
    .where('user_id', '=', gus.user_id)
    .where('provider_id', '!=', 'credential')
  expect(await identities.execute()).toEqual([])
})

test('an installation can require a second factor from admins; without it they are members', async () => {
  const strict = await testApp({ accounts: { providers: [], adminFactors: true } })
  try {
    const hal = await member(strict, 'hal')
    await strict.db
      .updateTable('profiles')
      .set({ is_admin: true })
      .where('user_id', '=', hal.user_id)
      .execute()
    const cases = (cookie: Record<string, string>) =>
      strict.app.inject({ url: '/api/moderation/cases', headers: cookie })
    const session = await strict.app.inject({ url: '/api/session', headers: hal.cookie })
    expect(session.json()).toMatchObject({ needs_factor: true, user: { is_admin: false } })
    expect((await cases(hal.cookie)).statusCode).toBe(403)
    const factor = await withFactor(strict, hal)
    const body = { email: hal.email, password: hal.password }
    const challenge = getChallenge(await post(strict.app, '/api/auth/sign-in', body))
    const done = await post(strict.app, '/api/auth/factor-sign-ins', { challenge, code: await factor.code() })
    expect(done.json()).toMatchObject({ needs_factor: false, user: { is_admin: true } })
    expect((await cases({ ...hal.cookie, cookie: getCookie(done) })).statusCode).toBe(200)
  } finally {
    await strict.close()
  }
})
