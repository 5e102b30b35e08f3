import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { makeAuthenticator } from '../../../../test/actors/authenticator.ts'
import { mailsTo } from '../../../../test/services/mails.ts'
import { proveNow } from '../../../../test/actors/factors.ts'
import { withPasskey } from '../../../../test/actors/passkeys.ts'
import { people, post, type TestPerson } from '../../../../test/actors/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

function by(who: TestPerson) {
  return (path: string, body: object = {}) => post(app.app, `/api/account/${path}`, body, who.cookie)
}

async function offered(who: TestPerson) {
  const answer = await by(who)('passkey-challenges')
  expect(answer.statusCode).toBe(201)
  return answer.json<{
    challenge_id: string
    challenge: string
    user: { name: string }
    credential_ids: string[]
  }>()
}

async function challenged() {
  return (await post(app.app, '/api/auth/passkey-challenges', {})).json<{
    challenge_id: string
    challenge: string
  }>()
}

function signIn(body: object) {
  return post(app.app, '/api/auth/passkey-sign-ins', body)
}

type Answering = ReturnType<typeof makeAuthenticator>

async function signInWith(authenticator: Answering, options: Parameters<Answering['get']>[1] = {}) {
  const { challenge_id, challenge } = await challenged()
  return signIn({ challenge_id, credential: authenticator.get(challenge, options) })
}

test('a passkey is added after a fresh proof, reported by email, listed, named, used, and removed', async () => {
  const { ada } = await people(app, 'ada')
  expect((await by(ada)('passkey-challenges')).json()).toMatchObject({ code: 'PROOF_NEEDED' })
  const { authenticator, id } = await withPasskey(app, ada)
  expect((await mailsTo(app, ada.email)).map(({ subject }) => subject)).toContain(
    'A new passkey for your Nollie account',
  )
  const answer = await signInWith(authenticator)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ user: { username: 'ada' } })
  const list = async () =>
    (await app.app.inject({ url: '/api/account/passkeys', headers: ada.cookie })).json<{ items: object[] }>()
      .items
  expect(await list()).toMatchObject([
    { id, name: 'Phone', last_used_at: expect.any(String), copied_at: null },
  ])
  const named = { method: 'PATCH', url: `/api/account/passkeys/${id}`, headers: ada.cookie } as const
  expect((await app.app.inject({ ...named, payload: { name: 'My board' } })).json()).toMatchObject({
    name: 'My board',
  })
  const remove = () => app.app.inject({ ...named, method: 'DELETE' })
  expect((await remove()).statusCode).toBe(204)
  expect(await list()).toEqual([])
  expect((await remove()).statusCode).toBe(404)
  expect((await signInWith(authenticator)).json()).toMatchObject({ code: 'PASSKEY_REFUSED' })
})

test('a browser gets a list of existing passkeys, so that a device creates no second one', async () => {
  const { ben } = await people(app, 'ben')
  const { authenticator } = await withPasskey(app, ben)
  const { user, credential_ids, challenge, challenge_id } = await offered(ben)
  expect([user.name, credential_ids]).toEqual([ben.email, [authenticator.credential_id]])
  const again = { challenge_id, name: 'Again', credential: authenticator.create(challenge) }
  expect((await by(ben)('passkeys', again)).json()).toMatchObject({ code: 'PASSKEY_REFUSED' })
})

test('a challenge is answered once, by a passkey for this site with user verification', async () => {
  const { cat } = await people(app, 'cat')
  const { authenticator } = await withPasskey(app, cat)
  const { challenge_id, challenge } = await challenged()
  const credential = authenticator.get(challenge)
  expect((await signIn({ challenge_id, credential })).statusCode).toBe(200)
  expect((await signIn({ challenge_id, credential })).json()).toMatchObject({ code: 'PASSKEY_OVER' })

  const refused = [
    await signInWith(authenticator, { origin: 'https://nollie.example.evil' }),
    await signInWith(authenticator, { verifies: false }),
    await signInWith(makeAuthenticator()),
  ]
  const other = await challenged()
  const ended = await challenged()
  refused.push(
    await signIn({ challenge_id: other.challenge_id, credential: authenticator.get(ended.challenge) }),
  )
  const forged = { ...makeAuthenticator().get(ended.challenge), id: credential.id, rawId: credential.rawId }
  refused.push(await signIn({ challenge_id: ended.challenge_id, credential: forged }))
  for (const answer of refused) expect(answer.json()).toMatchObject({ status: 400, code: 'PASSKEY_REFUSED' })
  // The wrong response used up the challenge.
  expect((await signIn({ ...ended, credential: authenticator.get(ended.challenge) })).json()).toMatchObject({
    code: 'PASSKEY_OVER',
  })
})

test('a challenge expires after fifteen minutes', async () => {
  const { dan } = await people(app, 'dan')
  const { authenticator } = await withPasskey(app, dan)
  const { challenge_id, challenge } = await challenged()
  await app.db
    .updateTable('passkey_challenges')
    .set({ expires_at: new Date() })
    .where('id', '=', challenge_id)
    .execute()
  expect((await signIn({ challenge_id, credential: authenticator.get(challenge) })).json()).toMatchObject({
    code: 'PASSKEY_OVER',
  })
})

test('a passkey whose counter decreases was copied: it is refused, and its owner is informed', async () => {
  const { eve } = await people(app, 'eve')
  const { authenticator } = await withPasskey(app, eve)
  for (const counter of [5, 6]) expect((await signInWith(authenticator, { counter })).statusCode).toBe(200)
  for (const counter of [6, 2, 0])
    expect((await signInWith(authenticator, { counter })).json()).toMatchObject({ code: 'PASSKEY_REFUSED' })
  const list = await app.app.inject({ url: '/api/account/passkeys', headers: eve.cookie })
  expect(list.json()).toMatchObject({ items: [{ copied_at: expect.any(String) }] })
  expect((await signInWith(authenticator, { counter: 7 })).statusCode).toBe(200)
})

test('a session’s challenge adds no passkey to another session, and a sign-in’s challenge adds none', async () => {
  const { fay, gil } = await people(app, 'fay', 'gil')
  for (const who of [fay, gil]) await proveNow(app, who)
  const stolen = await offered(fay)
  const anybodys = await challenged()
  for (const { challenge_id, challenge } of [stolen, anybodys]) {
    const credential = makeAuthenticator().create(challenge)
    expect((await by(gil)('passkeys', { challenge_id, name: 'Mine', credential })).json()).toMatchObject({
      code: 'PASSKEY_OVER',
    })
  }
  const { challenge_id, challenge } = await offered(gil)
  const weak = makeAuthenticator().create(challenge, { verifies: false })
  expect((await by(gil)('passkeys', { challenge_id, name: 'Weak', credential: weak })).json()).toMatchObject({
    code: 'PASSKEY_REFUSED',
  })
})

test('a passkey is a fresh proof for its owner only', async () => {
  const { hal, ivy } = await people(app, 'hal', 'ivy')
  const { authenticator } = await withPasskey(app, hal)
  const old = (who: TestPerson) =>
    app.db
      .updateTable('sessions')
      .set({ proved_at: new Date(0) })
      .where('user_id', '=', who.user_id)
      .execute()
  await old(hal)
  const signChallenge = async () => {
    const { challenge_id, challenge } = await challenged()
    return { passkey: { challenge_id, credential: authenticator.get(challenge) } }
  }
  expect((await by(ivy)('proofs', await signChallenge())).json()).toMatchObject({ code: 'PASSKEY_REFUSED' })
  expect((await by(ivy)('passkey-challenges')).json()).toMatchObject({ code: 'PROOF_NEEDED' })
  expect((await by(hal)('proofs', await signChallenge())).statusCode).toBe(200)
  expect((await by(hal)('passkey-challenges')).statusCode).toBe(201)
  expect((await by(hal)('proofs', { ...(await signChallenge()), password: hal.password })).statusCode).toBe(
    400,
  )
})

test('a requested deletion blocks the sign-in until it is cancelled', async () => {
  const { jan } = await people(app, 'jan')
  const { authenticator } = await withPasskey(app, jan)
  expect((await by(jan)('leaving', { content: 'keep' })).statusCode).toBe(202)
  const { challenge_id, challenge } = await challenged()
  const body = { challenge_id, credential: authenticator.get(challenge) }
  expect((await signIn(body)).json()).toMatchObject({ code: 'LEAVING' })
  expect((await signIn({ ...body, cancel_deletion: true })).statusCode).toBe(200)
})

test('of two concurrent responses, one signs in', async () => {
  const { kai } = await people(app, 'kai')
  const { authenticator } = await withPasskey(app, kai)
  const { challenge_id, challenge } = await challenged()
  const body = { challenge_id, credential: authenticator.get(challenge) }
  const codes = (await Promise.all([signIn(body), signIn(body)])).map(({ statusCode }) => statusCode)
  expect(new Set(codes)).toEqual(new Set([200, 400]))
})
