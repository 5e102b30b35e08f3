import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, SECRET, type TestApp, testApp } from '../../../../test/world/app.ts'
import { type AppFactor, getChallenge, withFactor } from '../../../../test/actors/factors.ts'
import { type OpenIdProvider, startOpenIdProvider, visit } from '../../../../test/services/openid-provider.ts'
import { member, post, signUp, type TestPerson } from '../../../../test/actors/people.ts'
import { addPhone, requestPhoneCode } from '../../../../test/actors/phones.ts'
import { ethereumWallet, type TestWallet } from '../../../../test/actors/wallet-keys.ts'
import { linkWallet, signedBy } from '../../../../test/actors/wallets.ts'
import { computeCode } from './code-digits.ts'
import { linkToken } from '../mails/link-token.ts'

let it: TestApp
let club: OpenIdProvider
beforeAll(async () => {
  club = await startOpenIdProvider(ORIGIN)
  it = await testApp({ accounts: { providers: [club.settings], wallets: ['ethereum'] } })
})
afterAll(async () => {
  await it.close()
  await club.close()
})

type Headers = Record<string, string>
type Way = (who: TestPerson, headers: Headers) => ReturnType<typeof post>

function pair() {
  const code_verifier = randomBytes(32).toString('base64url')
  return { code_verifier, code_challenge: createHash('sha256').update(code_verifier).digest('base64url') }
}

async function askCode(email: string, more: object = {}) {
  return (await post(it.app, '/api/auth/codes', { email, ...more })).json<{ code_id: string }>().code_id
}

async function atProvider({ username, email }: TestPerson) {
  const { code_verifier, code_challenge } = pair()
  const body = { provider: 'oidc-club', code_challenge }
  const begun = await post(it.app, '/api/auth/provider-requests', body)
  const { address, state } = begun.json<{ address: string; state: string }>()
  club.people.set(username, { email, email_verified: true })
  return { address, state, code_verifier }
}

async function selectNumber({ user_id }: TestPerson) {
  return (await it.db.selectFrom('phones').select('number').where('user_id', '=', user_id).executeTakeFirst())
    ?.number
}

const wallets = new Map<string, TestWallet>()

/** All sign-in methods. Add new ones here. */
const WAYS: Record<string, Way> = {
  password: ({ email, password }, headers) => post(it.app, '/api/auth/sign-in', { email, password }, headers),
  'password that takes a deletion back': ({ email, password }, headers) =>
    post(it.app, '/api/auth/return', { email, password }, headers),
  'code by mail': async ({ email }, headers) => {
    const code_id = await askCode(email)
    return post(it.app, '/api/auth/code-sign-ins', { code_id, code: computeCode(SECRET, code_id) }, headers)
  },
  'link by mail': async ({ email }, headers) => {
    const { code_verifier, code_challenge } = pair()
    const code_id = await askCode(email, { code_challenge })
    const code = linkToken(SECRET, 'sign-in-code', code_id)
    return post(it.app, '/api/auth/code-sign-ins', { code_id, code, code_verifier }, headers)
  },
  'code to a phone': async (who, headers) => {
    const phone = (await selectNumber(who)) ?? (await addPhone(it, who))
    const code_id = await requestPhoneCode(it, phone)
    const body = { code_id, code: computeCode(SECRET, code_id) }
    return post(it.app, '/api/auth/phone-code-sign-ins', body, headers)
  },
  wallet: async (who, headers) => {
    const wallet = wallets.get(who.user_id) ?? ethereumWallet()
    if (!wallets.has(who.user_id)) await linkWallet(it, who, wallet)
    wallets.set(who.user_id, wallet)
    return post(it.app, '/api/auth/wallet-sign-ins', await signedBy(it, wallet), headers)
  },
  provider: async (who, headers) => {
    const { address, state, code_verifier } = await atProvider(who)
    club.signsIn(who.username)
    const { params } = await visit(address)
    const body = { state, code_verifier, code: params.code, iss: params.iss }
    return post(it.app, '/api/auth/provider-sign-ins', body, headers)
  },
}

const CLIENTS: [string, Headers][] = [
  ['a browser', {}],
  ['a program', { 'x-client': 'token' }],
  ['a program with signed tokens', { 'x-client': 'signed' }],
]

async function countSessions({ user_id }: TestPerson): Promise<number> {
  return (await it.db.selectFrom('sessions').select('id').where('user_id', '=', user_id).execute()).length
}

let counter = 0
test.each(
  Object.entries(WAYS).flatMap(([way, sign]) =>
    CLIENTS.map((client) => [way, client[0], sign, client[1]] as const),
  ),
)('API-21 %s does not sign %s in without the second factor', async (way, _client, sign, headers) => {
  const name = `way${counter++}`
  const who = way === 'provider' ? await viaProvider(name) : await signUp(it, name)
  expect((await sign(who, headers)).statusCode).toBe(200)
  const factor: AppFactor = await withFactor(it, who)
  const before = await countSessions(who)
  const challenge = getChallenge(await sign(who, headers))
  expect(await countSessions(who)).toBe(before)
  const body = { challenge, code: await factor.code() }
  const done = await post(it.app, '/api/auth/factor-sign-ins', body, headers)
  expect(done.statusCode).toBe(200)
  expect(await countSessions(who)).toBe(before + 1)
})

/** Creates a person who signed up with the provider. */
async function viaProvider(name: string): Promise<TestPerson> {
  const who = {
    user_id: '',
    username: name,
    email: `${name}@example.com`,
    password: '',
    bearer: { authorization: '' },
    cookie: { cookie: '', 'sec-fetch-site': 'same-origin' as const },
  }
  const { address, state, code_verifier } = await atProvider(who)
  club.signsIn(name)
  const { params } = await visit(address)
  const body = { state, code_verifier, code: params.code, iss: params.iss }
  await post(it.app, '/api/auth/provider-sign-ins', body)
  const joined = await post(it.app, '/api/auth/provider-sign-ins', {
    ...body,
    code: undefined,
    username: name,
  })
  expect(joined.statusCode).toBe(200)
  const cookie = joined.cookies.map((one) => `${one.name}=${one.value}`).join('; ')
  const { user_id } = joined.json<{ user: { user_id: string } }>().user
  return { ...who, user_id, cookie: { ...who.cookie, cookie } }
}

test('an undeclared sign-in method counts as having no factor', async () => {
  const who = await member(it, 'undescribed')
  await withFactor(it, who)
  const { signInGate } = await import('./sign-in-gate.ts')
  const gate = signInGate({
    db: it.db,
    jobs: it.jobs,
    trusted: { isTrusted: async () => false, trust: async () => '' },
  })
  await expect(gate({ user_id: who.user_id, security_epoch: 0 })).rejects.toMatchObject({
    code: 'FACTOR_NEEDED',
  })
  const nobody = await member(it, 'no.factor')
  expect(await gate({ user_id: nobody.user_id, security_epoch: 0 })).toEqual({ aal: 1, amr: 'unknown' })
})
