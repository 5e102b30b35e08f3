import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp } from '../../../../test/world/app.ts'
import { mailsTo } from '../../../../test/services/mails.ts'
import { getCookie, people, post, type TestPerson } from '../../../../test/actors/people.ts'
import { ethereumWallet, solanaWallet, type TestWallet } from '../../../../test/actors/wallet-keys.ts'
import { beginWallet, linkWallet, signedBy } from '../../../../test/actors/wallets.ts'
import { unusableHash } from '../sign-in/password-hash.ts'
import { suspend } from '../account/suspend-account.service.ts'

let it: TestApp
/** A wallet that a person has linked. */
const known = ethereumWallet()
beforeAll(async () => {
  it = await testApp({ accounts: { providers: [], wallets: ['ethereum', 'solana'] } })
  const { owner } = await people(it, 'owner')
  await linked(owner, known)
})
afterAll(() => it.close())

type Headers = Record<string, string>

function signIn(body: object, headers: Headers = {}) {
  return post(it.app, '/api/auth/wallet-sign-ins', body, headers)
}

async function prove({ cookie, password }: TestPerson) {
  return expect((await post(it.app, '/api/account/proofs', { password }, cookie)).statusCode).toBe(200)
}

function signed(one: TestWallet, where = {}) {
  return signedBy(it, one, where)
}

function toLink({ cookie }: Pick<TestPerson, 'cookie'>, one: TestWallet) {
  return signed(one, { path: '/api/account/wallet-requests', headers: cookie })
}

async function link(who: TestPerson, one: TestWallet) {
  return post(it.app, '/api/account/wallets', await toLink(who, one), who.cookie)
}

async function linked(who: TestPerson, one: TestWallet = ethereumWallet()) {
  return {
    ...one,
    id: (await linkWallet(it, who, one)).id,
  }
}

test.each([
  ['ethereum', ethereumWallet, 'Ethereum wallet'],
  ['solana', solanaWallet, 'Solana wallet'],
])(
  'API-07 a wallet of %s is linked with a fresh proof, reported by email, and signs in from then on',
  async (name, make, title) => {
    const [owner] = Object.values(await people(it, name)) as [TestPerson]
    const one = make()
    const wanted = { wallet: one.wallet, code_challenge: 'x'.repeat(43) }
    const refused = await post(it.app, '/api/account/wallet-requests', wanted, owner.cookie)
    expect(refused.json()).toMatchObject({ code: 'PROOF_NEEDED' })
    await linked(owner, one)
    const list = await it.app.inject({ url: '/api/account/identities', headers: owner.cookie })
    const { items } = list.json<{ items: { title: string; label: string }[] }>()
    expect(items).toMatchObject([{ title }])
    expect(items[0]?.label.toLowerCase()).toBe(one.wallet.address.toLowerCase())
    const [mail] = await mailsTo(it, owner.email, { about: 'can now sign in' })
    expect(mail?.text).toContain(items[0]?.label)

    const answer = await signIn(await signed(one))
    expect(answer.json()).toMatchObject({ user: { user_id: owner.user_id } })
    const session = await it.app.inject({ url: '/api/session', headers: { cookie: getCookie(answer) } })
    expect(session.json()).toMatchObject({ user: { email: owner.email } })
    const program = await signIn(await signed(one), { 'x-client': 'token' })
    expect(program.json()).toMatchObject({ token: expect.any(String) })
    expect(program.cookies).toEqual([])
  },
)

test('API-07 an unlinked wallet creates no account, and signs no one in', async () => {
  const { count: before } = await it.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect((await signIn(await signed(ethereumWallet()))).json()).toMatchObject({
    status: 409,
    code: 'WALLET_UNLINKED',
  })
  const { count } = await it.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(before)
})

test('API-07 a signed message signs in once, on the requesting device', async () => {
  const { ada } = await people(it, 'ada')
  const wallet = await linked(ada)
  const given = await signed(wallet)
  expect((await signIn({ ...given, code_verifier: 'x'.repeat(43) })).json()).toMatchObject({
    code: 'PROVIDER_OVER',
  })
  expect((await signIn({ ...given, state: 'x'.repeat(64) })).json()).toMatchObject({ code: 'PROVIDER_OVER' })
  const answers = await Promise.all([signIn(given), signIn(given), signIn(given)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  expect((await signIn(given)).json()).toMatchObject({ code: 'PROVIDER_OVER' })
  const next = await signed(wallet)
  expect((await signIn({ ...next, signature: given.signature })).json()).toMatchObject({
    code: 'WALLET_REFUSED',
  })
  expect((await signIn(next)).statusCode).toBe(200)
})

const host = new URL(ORIGIN).host

test.each([
  ['for another site', (text: string) => text.replace(host, 'evil.example')],
  [
    'with the address of another site',
    (text: string) => text.replace(`URI: ${ORIGIN}`, 'URI: https://evil.example'),
  ],
  ['for another chain', (text: string) => text.replace('Chain ID: 1', 'Chain ID: 137')],
  ['with another nonce', (text: string) => text.replace(/Nonce: \w+/, `Nonce: ${'0'.repeat(32)}`)],
  ['of another time', (text: string) => text.replace(/Issued At: \d+/, 'Issued At: 2020')],
  ['that never ends', (text: string) => text.replace(/\nExpiration Time: .*/, '')],
  ['for another version', (text: string) => text.replace('Version: 1', 'Version: 2')],
  [
    'that links',
    (text: string) => text.replace('Sign in to Nollie.', 'Link this wallet to your Nollie account.'),
  ],
  ['with more in it', (text: string) => `${text}\nResources:\n- https://evil.example`],
])('API-07 refuses a message %s', async (_what, change) => {
  const { message, ...rest } = await beginWallet(it, known)
  expect(change(message)).not.toBe(message)
  const given = { ...rest, wallet: known.wallet }
  const answer = await signIn({ ...given, signature: known.sign(change(message)) })
  expect(answer.json()).toMatchObject({ status: 400, code: 'WALLET_REFUSED' })
  expect((await signIn({ ...given, signature: known.sign(message) })).statusCode).toBe(200)
})

test('API-07 refuses forged signatures: of another wallet, and of another kind', async () => {
  const { ben } = await people(it, 'ben')
  const wallet = await linked(ben)
  const { message, ...rest } = await beginWallet(it, wallet)
  const [foreign, sol] = [ethereumWallet(), solanaWallet()]
  const tries = [
    { wallet: wallet.wallet, signature: foreign.sign(message) },
    { wallet: wallet.wallet, signature: sol.sign(message) },
    { wallet: wallet.wallet, signature: '0'.repeat(130) },
    { wallet: sol.wallet, signature: sol.sign(message) },
  ]
  for (const one of tries)
    expect((await signIn({ ...rest, ...one })).json()).toMatchObject({ code: 'WALLET_REFUSED' })
  for (const signature of ['', 'nonsense', '0x12'])
    expect((await signIn({ ...rest, wallet: wallet.wallet, signature })).statusCode).toBe(400)
})

test('API-07 refuses an old message', async () => {
  const { cem } = await people(it, 'cem')
  const given = await signed(await linked(cem))
  await it.db
    .updateTable('provider_requests')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('provider', '=', 'ethereum')
    .execute()
  expect((await signIn(given)).json()).toMatchObject({ code: 'PROVIDER_OVER' })
})

test('a linking message belongs to its requester, and signs no one in; a sign-in message links nothing', async () => {
  const { dan, eve } = await people(it, 'dan', 'eve')
  await Promise.all([prove(dan), prove(eve)])
  const wallet = ethereumWallet()
  const given = await toLink(dan, wallet)
  expect((await signIn(given)).json()).toMatchObject({ code: 'PROVIDER_OVER' })
  const add = (body: object, { cookie }: TestPerson) => post(it.app, '/api/account/wallets', body, cookie)
  expect((await add(given, eve)).json()).toMatchObject({ code: 'PROVIDER_OVER' })
  expect((await add(await signed(wallet), dan)).json()).toMatchObject({ code: 'PROVIDER_OVER' })
  expect((await add(given, dan)).statusCode).toBe(201)
})

test('if two people link the same wallet, one gets it and the other gets an explanation', async () => {
  const { fay, gil } = await people(it, 'fay', 'gil')
  await Promise.all([prove(fay), prove(gil)])
  const wallet = ethereumWallet()
  const answers = await Promise.all([link(fay, wallet), link(gil, wallet)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
  const late = answers.find(({ statusCode }) => statusCode === 409)
  expect(late?.json()).toMatchObject({ code: 'IDENTITY_ALREADY_EXISTS' })
})

test('a wallet that was unlinked signs no one in', async () => {
  const { hal } = await people(it, 'hal')
  const wallet = await linked(hal)
  const answer = await it.app.inject({
    method: 'DELETE',
    url: `/api/account/identities/${wallet.id}`,
    headers: hal.cookie,
  })
  expect(answer.statusCode).toBe(204)
  expect((await signIn(await signed(wallet))).json()).toMatchObject({ code: 'WALLET_UNLINKED' })
  await mailsTo(it, hal.email, { about: 'You can no longer sign in to Nollie with Ethereum wallet' })
})

test('a person without a password can’t remove their only wallet', async () => {
  const { jon } = await people(it, 'jon')
  const { id } = await linked(jon)
  await it.db
    .updateTable('accounts')
    .set({ password: unusableHash() })
    .where('user_id', '=', jon.user_id)
    .where('provider_id', '=', 'credential')
    .execute()
  const url = `/api/account/identities/${id}`
  const answer = await it.app.inject({ method: 'DELETE', url, headers: jon.cookie })
  expect(answer.json()).toMatchObject({ status: 409, code: 'SINGLE_IDENTITY_NOT_DELETABLE' })
})

test('a wallet of an unconfigured chain can’t start a sign-in', async () => {
  const other = await testApp({ accounts: { providers: [], wallets: ['solana'] } })
  try {
    const { wallet } = ethereumWallet()
    const body = { wallet, code_challenge: 'x'.repeat(43) }
    const answer = await post(other.app, '/api/auth/wallet-requests', body)
    expect(answer.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const list = await other.app.inject('/api/auth/providers')
    expect(list.json()).toMatchObject({ wallets: ['solana'] })
  } finally {
    await other.close()
  }
})

test('a person with a pending deletion sees its date, and a suspended person can sign in to their data', async () => {
  const { ida } = await people(it, 'ida')
  const wallet = await linked(ida)
  expect((await post(it.app, '/api/account/leaving', { content: 'keep' }, ida.cookie)).statusCode).toBe(202)
  const given = await signed(wallet)
  expect((await signIn(given)).json()).toMatchObject({ status: 403, code: 'LEAVING' })
  expect((await signIn({ ...given, cancel_deletion: true })).statusCode).toBe(200)
  await it.db.transaction().execute((tx) => suspend(tx, ida.user_id, true))
  expect((await signIn(await signed(wallet))).json()).toMatchObject({ is_suspended: true })
})
