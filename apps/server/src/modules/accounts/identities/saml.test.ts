import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFactor } from '../../../../test/actors/factors.ts'
import { people, post } from '../../../../test/actors/people.ts'
import { OVER, openSchool, REFUSED, type School } from '../../../../test/actors/saml-sign-ins.ts'
import { getTitle } from './identities.service.ts'

let at: School
beforeAll(async () => {
  at = await openSchool()
})
afterAll(() => at.close())

test('API-12 a new person from a school chooses a username, and signs in with it from then on', async () => {
  const given = await at.returned({ name: 'ada-1815', email: 'Ada@School.example' })
  expect((await at.signIn(given)).json()).toMatchObject({ status: 409, code: 'USERNAME_MISSING' })
  const { code: _, ...rest } = given
  expect((await at.signIn({ ...rest, username: 'ada' })).json()).toMatchObject({
    user: { email: 'ada@school.example', username: 'ada' },
  })
  expect(
    (await at.signIn(await at.returned({ name: 'ada-1815', email: 'else@school.example' }))).json(),
  ).toMatchObject({
    user: { username: 'ada' },
  })
  const identities = await at.it.db
    .selectFrom('accounts')
    .select(['provider_id', 'account_id', 'label'])
    .where('provider_id', '!=', 'credential')
    .execute()
  expect(identities).toEqual([
    { provider_id: `saml:${at.school.entityId}`, account_id: 'ada-1815', label: 'else@school.example' },
  ])
})

test('API-12 a response is accepted once, for the request that it answers', async () => {
  const first = await at.begin()
  const posted = await at.school.answer(first.address, { name: 'ada-1815' })
  const { code } = await at.bring(posted)
  expect(await at.bring(posted)).toEqual(OVER)
  const given = { state: first.state, code_verifier: first.code_verifier, code }
  expect((await at.signIn(given)).statusCode).toBe(200)
  expect(await at.bring(posted)).toEqual(OVER)
  expect((await at.signIn(given)).json()).toMatchObject({ code: 'PROVIDER_OVER' })
  const second = await at.begin()
  expect(await at.bring({ ...posted, RelayState: second.state })).toEqual(REFUSED)
  for (const RelayState of ['', 'x', 'x'.repeat(64)])
    expect(await at.bring({ ...posted, RelayState })).toEqual(OVER)
  expect(await at.bring({ RelayState: second.state })).toEqual(REFUSED)
})

test('API-12 two concurrent copies of a response create one code', async () => {
  const { address } = await at.begin()
  const posted = await at.school.answer(address, { name: 'ada-1815' })
  const back = await Promise.all([at.bring(posted), at.bring(posted)])
  expect(back.filter(({ code }) => code)).toHaveLength(1)
})

test('B8 a person who sends someone else to their own sign-in request learns nothing from the response', async () => {
  const { address, state, code_verifier } = await at.begin()
  // Another person signs in with the school for this request.
  const { code } = await at.bring(await at.school.answer(address, { name: 'ada-1815' }))
  expect((await at.signIn({ state, code_verifier })).json()).toMatchObject({ code: 'PROVIDER_OVER' })
  // The browser that returns isn't the one that started the request.
  expect((await at.signIn({ state, code, code_verifier: 'x'.repeat(43) })).json()).toMatchObject({
    code: 'PROVIDER_OVER',
  })
})

test('refuses a code of another request, or an invented one', async () => {
  const [mine, foreign] = [await at.returned({ name: 'ada-1815' }), await at.returned({ name: 'ada-1815' })]
  expect((await at.signIn({ ...mine, code: foreign.code })).json()).toMatchObject({
    code: 'PROVIDER_REFUSED',
  })
  expect((await at.signIn({ ...foreign, code: 'made up' })).json()).toMatchObject({
    code: 'PROVIDER_REFUSED',
  })
})

test('B8 a school is only trusted for its own addresses, and links nothing silently', async () => {
  const foreign = await at.returned({ name: 'eve', email: 'eve@gmail.example' })
  expect((await at.signIn(foreign)).json()).toMatchObject({ code: 'EMAIL_UNPROVEN' })
  const { ben } = await people(at.it, 'ben')
  const email = 'ben@school.example'
  await at.it.db.updateTable('users').set({ email }).where('id', '=', ben.user_id).execute()
  expect((await at.signIn(await at.returned({ name: 'ben', email }))).json()).toMatchObject({
    code: 'IDENTITY_UNLINKED',
  })
  // If a school identifies people by email address, that's used as their address.
  const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
  expect((await at.signIn(await at.returned({ name: email, format }))).json()).toMatchObject({
    code: 'IDENTITY_UNLINKED',
  })
})

test('a school’s sign-in also needs the second factor', async () => {
  const { fay } = await people(at.it, 'fay')
  const factor = await withFactor(at.it, fay)
  const link = await at.returned({ name: 'fay' })
  const linked = await post(at.it.app, '/api/account/identities', link, fay.cookie)
  expect(linked.json()).toMatchObject({ title: 'The school' })
  const refused = await at.signIn(await at.returned({ name: 'fay' }))
  expect(refused.json()).toMatchObject({ status: 403, code: 'FACTOR_NEEDED' })
  expect(refused.headers).not.toHaveProperty('set-cookie')
  expect(factor.recovery_codes).toHaveLength(10)
})

test('an identity at a school that is no longer configured has a name', () => {
  const none = new Map()
  expect(getTitle(none, 'saml:https://login.school.example/metadata')).toBe('login.school.example')
  expect(getTitle(none, 'saml:urn:school')).toBe('urn:school')
  expect(getTitle(none, 'https://club.example/')).toBe('club.example')
})

test('refuses a form that is too long or of another type before reading it', async () => {
  expect((await at.send({ SAMLResponse: 'x'.repeat(200_000) })).statusCode).toBe(413)
  const json = { method: 'POST', url: '/auth/return/sso-school', payload: { SAMLResponse: 'x' } } as const
  expect((await at.it.app.inject(json)).statusCode).toBe(415)
})

test('limits forms per address', async () => {
  const tight = await openSchool({ rates: { sign_in: { user: [2, 300], ip: [2, 300] } } })
  const codes: number[] = []
  while (!codes.includes(429) && codes.length < 5) codes.push((await tight.send({})).statusCode)
  expect(codes).toContain(429)
  await tight.close()
})
