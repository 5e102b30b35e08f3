import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp } from '../../../../test/world/app.ts'
import { mailsTo } from '../../../../test/services/mails.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../../../../test/services/openid-provider.ts'
import { getCookie, people, post, type TestPerson } from '../../../../test/actors/people.ts'
import { returned } from '../../../../test/actors/provider-sign-ins.ts'
import { suspend } from '../account/suspend-account.service.ts'

let it: TestApp
let club: OpenIdProvider
beforeAll(async () => {
  club = await startOpenIdProvider(ORIGIN)
  it = await testApp({ accounts: { providers: [club.settings] } })
})
afterAll(async () => {
  await it.close()
  await club.close()
})

type Who = Pick<TestPerson, 'cookie'>

function by(who: Who) {
  return (path: string, body: object) => post(it.app, `/api/${path}`, body, who.cookie)
}

async function prove(who: TestPerson) {
  return expect((await by(who)('account/proofs', { password: who.password })).statusCode).toBe(200)
}

function toLink(who: Who, subject: string) {
  return returned(it, club, subject, { path: '/api/account/identity-requests', headers: who.cookie })
}

function link(who: Who, given: object) {
  return by(who)('account/identities', given)
}

async function list({ cookie }: Who) {
  return (await it.app.inject({ url: '/api/account/identities', headers: cookie })).json<{
    items: { id: string; title: string; label: string | null }[]
    has_password: boolean
  }>()
}

function unlink({ cookie }: Who, id: string) {
  return it.app.inject({ method: 'DELETE', url: `/api/account/identities/${id}`, headers: cookie })
}

function signIn(body: object) {
  return post(it.app, '/api/auth/provider-sign-ins', body)
}

/** Creates a person who signed up with the provider and has no password. */
async function newcomer(name: string): Promise<Who & { email: string }> {
  const email = `${name}@example.com`
  club.people.set(name, { email, email_verified: true })
  const { code: _, ...rest } = await (async () => {
    const given = await returned(it, club, name)
    await signIn(given)
    return given
  })()
  const joined = await signIn({ ...rest, username: name })
  expect(joined.statusCode).toBe(200)
  return { email, cookie: { cookie: getCookie(joined), 'sec-fetch-site': 'same-origin' } }
}

test('API-16 linking needs a fresh proof, is reported by email, and can sign in from then on', async () => {
  const { ada } = await people(it, 'ada')
  club.people.set('ada-at-club', { email: 'ada.club@example.com', email_verified: true })
  const wanted = { provider: 'oidc-club', code_challenge: 'x'.repeat(43) }
  expect((await by(ada)('account/identity-requests', wanted)).json()).toMatchObject({ code: 'PROOF_NEEDED' })
  expect((await post(it.app, '/api/account/identity-requests', wanted)).statusCode).toBe(401)
  await prove(ada)
  const linked = await link(ada, await toLink(ada, 'ada-at-club'))
  expect(linked.statusCode).toBe(201)
  expect(linked.json()).toMatchObject({ title: 'The club', label: 'ada.club@example.com' })
  expect(await list(ada)).toMatchObject({ items: [{ title: 'The club' }], has_password: true })
  const [mail] = await mailsTo(it, ada.email, { about: 'can now sign in' })
  expect(mail?.text).toContain('ada.club@example.com')
  expect((await signIn(await returned(it, club, 'ada-at-club'))).json()).toMatchObject({
    user: { user_id: ada.user_id },
  })
})

test('a provider sign-in with an existing address can be linked after signing in another way', async () => {
  const { ben } = await people(it, 'ben')
  club.people.set('ben-at-club', { email: ben.email, email_verified: true })
  const given = await returned(it, club, 'ben-at-club')
  expect((await signIn(given)).json()).toMatchObject({ code: 'IDENTITY_UNLINKED' })
  const { code: _, ...rest } = given
  // A session isn't enough: the owner must prove their identity again.
  expect((await link(ben, rest)).json()).toMatchObject({ code: 'PROOF_NEEDED' })
  expect((await list(ben)).items).toEqual([])
  await prove(ben)
  expect((await link(ben, rest)).statusCode).toBe(201)
  expect((await signIn(await returned(it, club, 'ben-at-club'))).json()).toMatchObject({
    user: { user_id: ben.user_id },
  })
})

test('a linking request belongs to the person who made it, and signs no one in', async () => {
  const { cem, dan } = await people(it, 'cem', 'dan')
  await Promise.all([prove(cem), prove(dan)])
  club.people.set('cem-at-club', { email: 'cem.club@example.com', email_verified: true })
  const given = await toLink(cem, 'cem-at-club')
  expect((await signIn({ ...given, username: 'cem.two' })).json()).toMatchObject({ code: 'PROVIDER_OVER' })
  expect((await link(dan, given)).json()).toMatchObject({ code: 'PROVIDER_OVER' })
  expect((await list(dan)).items).toEqual([])
})

test('AUTH-23 if two people link the same identity, one gets it and the other gets an explanation', async () => {
  const { eve, fay } = await people(it, 'eve', 'fay')
  await Promise.all([prove(eve), prove(fay)])
  club.people.set('shared-at-club', { email: 'shared@example.com', email_verified: true })
  const [first, second] = [await toLink(eve, 'shared-at-club'), await toLink(fay, 'shared-at-club')]
  const answers = await Promise.all([link(eve, first), link(fay, second)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json()).toMatchObject({ code: 'IDENTITY_ALREADY_EXISTS' })
  const both = [await list(eve), await list(fay)].flatMap(({ items }) => items)
  expect(both).toHaveLength(1)
})

test('API-17 unlinking an identity needs a fresh proof by its owner', async () => {
  const { gil, hal } = await people(it, 'gil', 'hal')
  await Promise.all([prove(gil), prove(hal)])
  club.people.set('gil-at-club', { name: 'Gil' })
  const { id } = (await link(gil, await toLink(gil, 'gil-at-club'))).json<{ id: string }>()
  expect((await list(gil)).items).toMatchObject([{ id, label: 'Gil' }])
  expect((await unlink(hal, id)).json()).toMatchObject({ status: 404, code: 'IDENTITY_NOT_FOUND' })
  expect((await unlink(gil, id)).statusCode).toBe(204)
  expect((await unlink(gil, id)).json()).toMatchObject({ code: 'IDENTITY_NOT_FOUND' })
  expect((await list(gil)).items).toEqual([])
  await mailsTo(it, gil.email, { about: 'can no longer sign in' })
  expect((await signIn(await returned(it, club, 'gil-at-club'))).json()).toMatchObject({
    code: 'EMAIL_UNPROVEN',
  })
})

test("API-17 the last way in can't be removed", async () => {
  const ida = await newcomer('ida')
  const { items, has_password } = await list(ida)
  expect([items.length, has_password]).toEqual([1, false])
  const [only] = items
  expect((await unlink(ida, only?.id ?? '')).json()).toMatchObject({
    status: 409,
    code: 'SINGLE_IDENTITY_NOT_DELETABLE',
  })
  const password = 'the first password of all'
  expect((await by(ida)('account/password', { new_password: password })).statusCode).toBe(204)
  expect((await list(ida)).has_password).toBe(true)
  expect((await unlink(ida, only?.id ?? '')).statusCode).toBe(204)
})

test('API-17 of two identities that are unlinked concurrently, one stays', async () => {
  const jan = await newcomer('jan')
  club.people.set('jan-two', { email: 'jan.two@example.com', email_verified: true })
  expect((await link(jan, await toLink(jan, 'jan-two'))).statusCode).toBe(201)
  const { items } = await list(jan)
  const answers = await Promise.all(items.map(({ id }) => unlink(jan, id)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 409])
  expect((await list(jan)).items).toHaveLength(1)
})

test('the email about a linked identity can undo it: every session ends, and the password is invalidated', async () => {
  const { kim } = await people(it, 'kim')
  await prove(kim)
  club.people.set('thief-at-club', { email: 'thief@example.com', email_verified: true })
  expect((await link(kim, await toLink(kim, 'thief-at-club'))).statusCode).toBe(201)
  const [mail] = await mailsTo(it, kim.email, { about: 'can now sign in' })
  const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  expect((await post(it.app, '/api/auth/identity-undos', { token: 'x'.repeat(64) })).json()).toMatchObject({
    code: 'BAD_TOKEN',
  })
  expect((await post(it.app, '/api/auth/identity-undos', { token })).statusCode).toBe(204)
  expect((await post(it.app, '/api/auth/identity-undos', { token })).json()).toMatchObject({
    code: 'BAD_TOKEN',
  })
  expect((await it.app.inject({ url: '/api/account', headers: kim.cookie })).statusCode).toBe(401)
  expect((await signIn(await returned(it, club, 'thief-at-club'))).json()).toMatchObject({
    code: 'USERNAME_MISSING',
  })
  const { email, password } = kim
  expect((await post(it.app, '/api/auth/sign-in', { email, password })).statusCode).toBe(401)
  await mailsTo(it, kim.email, { about: 'Choose a new password' })
})

test('a suspended person can sign in to their data, and a person with a pending deletion sees its date', async () => {
  const lea = await newcomer('lea')
  const user = await it.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', lea.email)
    .executeTakeFirstOrThrow()
  expect((await by(lea)('account/leaving', { content: 'keep' })).statusCode).toBe(202)
  const given = await returned(it, club, 'lea')
  expect((await signIn(given)).json()).toMatchObject({ status: 403, code: 'LEAVING' })
  const { code: _, ...rest } = given
  expect((await signIn({ ...rest, cancel_deletion: true })).statusCode).toBe(200)
  await it.db.transaction().execute((tx) => suspend(tx, user.id, true))
  const suspended = await signIn(await returned(it, club, 'lea'))
  expect(suspended.json()).toMatchObject({ is_suspended: true })
  const cookie = { cookie: getCookie(suspended), 'sec-fetch-site': 'same-origin' }
  const wanted = { provider: 'oidc-club', code_challenge: 'x'.repeat(43) }
  expect((await by({ cookie })('account/identity-requests', wanted)).json()).toMatchObject({
    code: 'SUSPENDED',
  })
})
