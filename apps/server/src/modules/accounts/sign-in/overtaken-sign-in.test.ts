import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, SECRET, type TestApp, testApp } from '../../../../test/world/app.ts'
import { lockAwaited } from '../../../../test/world/lock-awaited.ts'
import { getChallenge, proveNow, withFactor } from '../../../../test/actors/factors.ts'
import { signChallenge, withPasskey } from '../../../../test/actors/passkeys.ts'
import { member, post, type TestPerson } from '../../../../test/actors/people.ts'
import { addPhone, requestPhoneCode, rightCode } from '../../../../test/actors/phones.ts'
import { begin, returned } from '../../../../test/actors/provider-sign-ins.ts'
import { openSchool, type School } from '../../../../test/actors/saml-sign-ins.ts'
import { ethereumWallet } from '../../../../test/actors/wallet-keys.ts'
import { linkWallet, signedBy } from '../../../../test/actors/wallets.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../../../../test/services/openid-provider.ts'
import { lockUser } from '../../../db/lock-user.ts'
import type { Tx } from '../../../db/open.ts'
import { suspend } from '../account/suspend-account.service.ts'
import { addIdentity } from '../identities/identities.queries.ts'
import { linkToken } from '../mails/link-token.ts'
import { insertNotMeToken, insertResetToken } from '../mails/one-time-tokens.queries.ts'
import { endSessions } from '../sessions/sessions.queries.ts'
import { endUsedDevices } from '../sessions/used-devices.queries.ts'
import { unusableHash } from './password-hash.ts'
import { setPassword } from './password.queries.ts'

type Answer = Awaited<ReturnType<typeof post>>

let club: OpenIdProvider
let it: TestApp
let at: School
beforeAll(async () => {
  club = await startOpenIdProvider(ORIGIN)
  it = await testApp({ accounts: { providers: [club.settings], wallets: ['ethereum'] } })
  at = await openSchool()
})
afterAll(async () => {
  await at.close()
  await it.close()
  await club.close()
})

function auth(path: string, body: object): Promise<Answer> {
  return post(it.app, `/api/auth/${path}`, body)
}

async function linkIdentity({ db }: TestApp, { user_id }: TestPerson, provider_key: string, subject: string) {
  await db.transaction().execute((tx) => addIdentity(tx, { user_id, provider_key, subject, label: null }))
}

async function requestCode({ email }: TestPerson, more: object = {}) {
  return (await auth('codes', { email, ...more })).json<{ code_id: string }>().code_id
}

type Request = { path: string; body: object }

/** Returns a function that gets fresh credentials, and returns the request that signs in with them. */
type Way = (who: TestPerson) => Promise<() => Promise<Request>>

const WAYS: Record<string, Way> = {
  password:
    async ({ email, password }) =>
    async () => ({ path: 'sign-in', body: { email, password } }),
  'a mailed code': async (who) => async () => {
    const code_id = await requestCode(who)
    return { path: 'code-sign-ins', body: { code_id, code: rightCode(code_id) } }
  },
  'a mailed link': async (who) => async () => {
    const code_verifier = randomBytes(32).toString('base64url')
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
    const code_id = await requestCode(who, { code_challenge })
    const code = linkToken(SECRET, 'sign-in-code', code_id)
    return { path: 'code-sign-ins', body: { code_id, code, code_verifier } }
  },
  'a passkey': async (who) => {
    const { authenticator } = await withPasskey(it, who)
    return async () => ({ path: 'passkey-sign-ins', body: await signChallenge(it, authenticator) })
  },
  'a provider': async (who) => {
    await linkIdentity(it, who, new URL(club.issuer).href, who.username)
    return async () => ({ path: 'provider-sign-ins', body: await returned(it, club, who.username) })
  },
  'a provider in a native app': async (who) => {
    await linkIdentity(it, who, new URL(club.issuer).href, who.username)
    return async () => {
      const { state, nonce, code_verifier } = await begin(it)
      const id_token = await club.idToken({ sub: who.username, nonce })
      return { path: 'id-token-sign-ins', body: { state, code_verifier, id_token } }
    }
  },
  'a wallet': async (who) => {
    const wallet = ethereumWallet()
    await linkWallet(it, who, wallet)
    return async () => ({ path: 'wallet-sign-ins', body: await signedBy(it, wallet) })
  },
  'a phone number': async (who) => {
    await proveNow(it, who)
    const phone = await addPhone(it, who)
    return async () => {
      const code_id = await requestPhoneCode(it, phone)
      return { path: 'phone-code-sign-ins', body: { code_id, code: rightCode(code_id) } }
    }
  },
  'a second factor': async (who) => {
    const { email, password } = who
    const factor = await withFactor(it, who)
    return async () => {
      const challenge = getChallenge(await auth('sign-in', { email, password }))
      return { path: 'factor-sign-ins', body: { challenge, code: await factor.code() } }
    }
  },
}

/** Starts a sign-in that is stopped by a lock on a table, and runs `secure` before it can continue. */
async function overtaken(
  { db }: TestApp,
  { table, mode = 'exclusive' }: { table: string; mode?: string },
  signIn: () => Promise<Answer>,
  secure: (tx: Tx) => Promise<void>,
): Promise<Answer> {
  const { begun } = await db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(tx)
    const begun = signIn()
    await lockAwaited(db)
    await secure(tx)
    return { begun }
  })
  return begun
}

function selectSessions({ db }: TestApp, { user_id }: TestPerson) {
  return db.selectFrom('sessions').select('amr').where('user_id', '=', user_id).execute()
}

async function refusesOvertaken(app: TestApp, who: TestPerson, prepare: () => Promise<Request>) {
  const send = ({ path, body }: Request) => post(app.app, `/api/auth/${path}`, body)
  expect((await send(await prepare())).statusCode).toBe(200)
  const request = await prepare()
  const answer = await overtaken(
    app,
    { table: 'sessions' },
    () => send(request),
    (tx) => endSessions(tx, who.user_id),
  )
  expect(answer.json()).toMatchObject({
    code: expect.stringMatching(/^(SESSION_MISSING|WRONG_CREDENTIALS)$/),
  })
  expect(answer.headers).not.toHaveProperty('set-cookie')
  expect(await selectSessions(app, who)).toEqual([])
}

test.for(Object.entries(WAYS))(
  'B1 a sign-in with %s whose account is secured meanwhile starts no session',
  async ([name, prepare]) => {
    const who = await member(it, name.replaceAll(' ', '.'))
    await refusesOvertaken(it, who, await prepare(who))
  },
)

test('B1 a sign-in with an organization whose account is secured meanwhile starts no session', async () => {
  const who = await member(at.it, 'at.school')
  await linkIdentity(at.it, who, `saml:${at.school.entityId}`, who.username)
  const body = () => at.returned({ name: who.username, email: 'at.school@school.example' })
  await refusesOvertaken(at.it, who, async () => ({ path: 'provider-sign-ins', body: await body() }))
})

test('B1 tokens that are refreshed while an account is secured belong to no session', async () => {
  const who = await member(it, 'refreshed')
  const body = { email: who.email, password: who.password }
  const signedIn = await post(it.app, '/api/auth/sign-in', body, { 'x-client': 'signed' })
  const { refresh_token } = signedIn.json<{ refresh_token: string }>()
  const table = 'refresh_families'
  const begun = await overtaken(
    it,
    { table },
    () => auth('refresh', { refresh_token }),
    (tx) => endSessions(tx, who.user_id),
  )
  expect(begun.json()).toMatchObject({ code: 'SESSION_MISSING' })
})

test('B1 a second step that is stored after the account was secured is invalid', async () => {
  const who = await member(it, 'pending')
  const { email, password } = who
  const factor = await withFactor(it, who)
  const signIn = () => auth('sign-in', { email, password })
  const table = 'factor_challenges'
  const answer = await overtaken(it, { table }, signIn, (tx) => endSessions(tx, who.user_id))
  const challenge = getChallenge(answer)
  const over = { code: 'CODE_OVER' }
  expect((await auth('factor-sign-ins', { challenge, code: await factor.code() })).json()).toMatchObject(over)
  expect((await auth('factor-recoveries', { challenge })).json()).toMatchObject(over)
  const later = getChallenge(await signIn())
  const entered = await auth('factor-sign-ins', { challenge: later, code: await factor.code() })
  expect(entered.statusCode).toBe(200)
})

test('B1 a browser whose session ends while it starts is not a device that was used', async () => {
  const who = await member(it, 'stranger')
  const { email, password, user_id } = who
  const lock = { table: 'used_devices', mode: 'access exclusive' }
  const answer = await overtaken(
    it,
    lock,
    () => auth('sign-in', { email, password }),
    async (tx) => {
      await endSessions(tx, user_id)
      await endUsedDevices(tx, user_id)
    },
  )
  expect(answer.json()).toMatchObject({ code: 'SESSION_MISSING' })
  const used = it.db.selectFrom('used_devices').select('id').where('user_id', '=', user_id)
  expect(await used.where('ended_at', 'is', null).execute()).toEqual([])
})

const SECURING: Record<string, (who: TestPerson) => Promise<unknown>> = {
  'a password reset': async ({ user_id }) => {
    const token = await insertResetToken(it.db, user_id)
    return auth('password', { token, password: 'a new line down the stairs' })
  },
  '“It wasn’t me”': async ({ user_id }) => auth('not-me', { token: await insertNotMeToken(it.db, user_id) }),
  'a new password': async (who) => {
    await proveNow(it, who)
    return post(it.app, '/api/account/password', { new_password: 'another line of stairs' }, who.cookie)
  },
  'signing out elsewhere': async (who) => {
    await proveNow(it, who)
    return post(it.app, '/api/auth/sign-out?scope=others', {}, who.cookie)
  },
  'a new factor': (who) => withFactor(it, who),
  'a suspension': ({ user_id }) => it.db.transaction().execute((tx) => suspend(tx, user_id, true)),
  'a requested deletion': async (who) => {
    await proveNow(it, who)
    return post(it.app, '/api/account/leaving', { content: 'keep' }, who.cookie)
  },
}

test.for(Object.entries(SECURING))('B1 %s ends sign-ins that are in progress', async ([name, secure]) => {
  const who = await member(it, name.replaceAll(/\W+/g, '.').toLowerCase())
  const readEpoch = async () => {
    const user = it.db.selectFrom('users').select('security_epoch').where('id', '=', who.user_id)
    return (await user.executeTakeFirstOrThrow()).security_epoch
  }
  const before = await readEpoch()
  await secure(who)
  expect(await readEpoch()).toBeGreaterThan(before)
})

test('B1 a sign-in waits while an account is secured, without a deadlock', async () => {
  const { user_id, email, password } = await member(it, 'secured')
  const signingIn = await it.db.transaction().execute(async (tx) => {
    await lockUser(tx, user_id)
    const begun = auth('sign-in', { email, password })
    await lockAwaited(it.db)
    await setPassword(tx, user_id, unusableHash())
    await endSessions(tx, user_id)
    return { begun }
  })
  expect((await signingIn.begun).json()).toMatchObject({ code: 'WRONG_CREDENTIALS' })
})
