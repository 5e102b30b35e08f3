import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, SECRET, type TestApp, testApp } from '../../../../test/world/app.ts'
import { type OpenIdProvider, startOpenIdProvider, visit } from '../../../../test/services/openid-provider.ts'
import { withPasskey } from '../../../../test/actors/passkeys.ts'
import { addPhone, aNumber, requestPhoneCode, rightCode } from '../../../../test/actors/phones.ts'
import { proveNow } from '../../../../test/actors/factors.ts'
import { member, post, type TestPerson } from '../../../../test/actors/people.ts'
import { ethereumWallet } from '../../../../test/actors/wallet-keys.ts'
import { linkWallet, signedBy } from '../../../../test/actors/wallets.ts'
import { computeCode } from '../sign-in/code-digits.ts'
import { linkToken } from '../mails/link-token.ts'
import { verifyToken } from './sign-up-token.ts'

// An attacker prepares with an email address that has no account yet, and waits for its owner to sign up. Tests each
// kind of preparation with each way of signing up (Sudhodanan and Paverd, "Pre-hijacked accounts", 2022).

let it: TestApp
let club: OpenIdProvider
beforeAll(async () => {
  club = await startOpenIdProvider(ORIGIN)
  const organization = (name: string) => ({
    ...club.settings,
    provider: `sso-${name}`,
    title: name,
    domains: [`${name}.example`],
  })
  it = await testApp({
    accounts: {
      providers: [club.settings, organization('acme'), organization('evil')],
      wallets: ['ethereum'],
    },
  })
})
afterAll(async () => {
  await it.close()
  await club.close()
})

type Answer = Awaited<ReturnType<typeof post>>

function auth(path: string, body: object): Promise<Answer> {
  return post(it.app, `/api/auth/${path}`, body)
}

function good(answer: Answer): Answer {
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer
}

/** Simulates returning from a provider as a given person. */
async function comeBack(provider: string, subject: string) {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const path = provider.startsWith('sso-') ? 'sso' : 'provider-requests'
  const begun = good(await auth(path, { provider, code_challenge }))
  const { address, state } = begun.json<{ address: string; state: string }>()
  club.signsIn(subject)
  const { params } = await visit(address)
  return { state, code_verifier, code: params.code, iss: params.iss }
}

function afterCode({ code: _, ...rest }: Awaited<ReturnType<typeof comeBack>>) {
  return rest
}

async function requestCode(email: string, more: object = {}): Promise<string> {
  return good(await auth('codes', { email, ...more })).json<{ code_id: string }>().code_id
}

function wrong(code: string) {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

type Case = { email: string; username: string; tag: string }
/** The attacker's attempts to get in, which can be repeated. */
type Tries = () => Promise<Answer[]>

const PASSWORD = 'the password of the stranger'

async function stranger({ tag }: Case): Promise<TestPerson> {
  const person = await member(it, `s_${tag}`)
  await proveNow(it, person)
  return person
}

const PREPARE: Record<string, (one: Case) => Promise<Tries>> = {
  'a sign-up with a password': async ({ email, tag }) => {
    good(await auth('sign-up', { username: `s_${tag}`, email, password: PASSWORD }))
    return async () => [await auth('sign-in', { email, password: PASSWORD })]
  },
  'a code, and its number': async ({ email }) => {
    const verifier = randomBytes(32).toString('base64url')
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const code_id = await requestCode(email, { code_challenge })
    const code = wrong(computeCode(SECRET, code_id))
    return async () => [
      await auth('code-sign-ins', { code_id, code }),
      await auth('code-sign-ins', { code_id, code, code_verifier: verifier }),
    ]
  },
  'a link for a password': async ({ email }) => {
    good(await auth('password-resets', { email }))
    return async () => [await auth('password', { token: 'x'.repeat(43), password: PASSWORD })]
  },
  'an identity whose address is not verified': async ({ email, username, tag }) => {
    const subject = `stranger-${tag}`
    club.people.set(subject, { email, email_verified: false })
    const waiting = await comeBack('oidc-club', subject)
    expect((await auth('provider-sign-ins', waiting)).statusCode).toBeGreaterThanOrEqual(400)
    return async () => [
      await auth('provider-sign-ins', { ...afterCode(waiting), username: `s_${username}` }),
      await auth('provider-sign-ins', await comeBack('oidc-club', subject)),
    ]
  },
  'an organization of their own': async ({ email, username, tag }) => {
    const subject = `evil-${tag}`
    club.people.set(subject, { email, email_verified: true })
    const waiting = await comeBack('sso-evil', subject)
    expect((await auth('provider-sign-ins', waiting)).json()).toMatchObject({ code: 'EMAIL_UNPROVEN' })
    return async () => [
      await auth('provider-sign-ins', { ...afterCode(waiting), username: `s_${username}` }),
      await auth('provider-sign-ins', await comeBack('sso-evil', subject)),
    ]
  },
  'a change of the address of their own account': async (one) => {
    const own = await stranger(one)
    good(await post(it.app, '/api/account/email', { email: one.email, password: own.password }, own.cookie))
    return async () => [
      await auth('sign-in', { email: one.email, password: own.password }),
      await auth('email-confirmations', { token: 'x'.repeat(43) }),
    ]
  },
  'their own account with a passkey, a phone and a wallet, and that address waiting': async (one) => {
    const own = await stranger(one)
    const { authenticator } = await withPasskey(it, own)
    const phone = await addPhone(it, own)
    const wallet = ethereumWallet()
    await linkWallet(it, own, wallet)
    good(await post(it.app, '/api/account/email', { email: one.email, password: own.password }, own.cookie))
    return async () => {
      const asked = await auth('passkey-challenges', {})
      const { challenge_id, challenge } = asked.json<{ challenge_id: string; challenge: string }>()
      const code_id = await requestPhoneCode(it, phone)
      return [
        await auth('passkey-sign-ins', { challenge_id, credential: authenticator.get(challenge) }),
        await auth('phone-code-sign-ins', { code_id, code: rightCode(code_id) }),
        await auth('wallet-sign-ins', await signedBy(it, wallet, {})),
      ]
    }
  },
  'a phone that waits for an address': async ({ email }) => {
    const phone = aNumber()
    const phone_id = await requestPhoneCode(it, phone)
    const proven = await auth('phone-code-sign-ins', { code_id: phone_id, code: rightCode(phone_id) })
    expect(proven.json()).toMatchObject({ code: 'EMAIL_MISSING' })
    const code_id = await requestCode(email)
    return async () => {
      const next = await requestPhoneCode(it, phone)
      return [
        await auth('phone-code-sign-ins', { code_id: next, code: rightCode(next) }),
        await auth('code-sign-ins', {
          code_id,
          code: wrong(computeCode(SECRET, code_id)),
          phone_code_id: phone_id,
          phone_code: rightCode(phone_id),
        }),
      ]
    }
  },
}

const COME: Record<string, (one: Case) => Promise<unknown>> = {
  'a sign-up': async ({ email, username }) => {
    good(await auth('sign-up', { username, email, password: 'the password of the owner' }))
    const row = it.db.selectFrom('sign_ups').select('id').where('username', '=', username)
    good(await auth('verify', { token: verifyToken(SECRET, (await row.executeTakeFirstOrThrow()).id) }))
  },
  'a code by mail': async ({ email, username }) => {
    const code_id = await requestCode(email)
    const entered = { code_id, code: computeCode(SECRET, code_id) }
    expect((await auth('code-sign-ins', entered)).json()).toMatchObject({ code: 'USERNAME_MISSING' })
    good(await auth('code-sign-ins', { ...entered, username }))
  },
  'a provider': async ({ email, username, tag }) => {
    club.people.set(`owner-${tag}`, { email, email_verified: true })
    const given = await comeBack('oidc-club', `owner-${tag}`)
    expect((await auth('provider-sign-ins', given)).json()).toMatchObject({ code: 'USERNAME_MISSING' })
    good(await auth('provider-sign-ins', { ...afterCode(given), username }))
  },
  'their organization': async ({ email, username, tag }) => {
    club.people.set(`worker-${tag}`, { email, email_verified: true })
    const given = await comeBack('sso-acme', `worker-${tag}`)
    expect((await auth('provider-sign-ins', given)).json()).toMatchObject({ code: 'USERNAME_MISSING' })
    good(await auth('provider-sign-ins', { ...afterCode(given), username }))
  },
  'a change of the address of their account': async ({ email, username }) => {
    const own = await member(it, username)
    good(await post(it.app, '/api/account/email', { email, password: own.password }, own.cookie))
    const row = it.db.selectFrom('email_changes').select('id').where('user_id', '=', own.user_id)
    const token = linkToken(SECRET, 'change-email', (await row.executeTakeFirstOrThrow()).id)
    good(await auth('email-confirmations', { token }))
  },
}

/** Returns all of an account's sign-in methods and sessions. */
async function waysInto(user_id: string) {
  const of = async (table: 'accounts' | 'passkeys' | 'phones' | 'sessions' | 'access_tokens') =>
    JSON.stringify(await it.db.selectFrom(table).selectAll().where('user_id', '=', user_id).execute())
  return [
    await of('accounts'),
    await of('passkeys'),
    await of('phones'),
    await of('sessions'),
    await of('access_tokens'),
  ]
}

const pairs = Object.keys(PREPARE).flatMap((prepared) =>
  Object.keys(COME).map((come) => [prepared, come] as const),
)

test.each(pairs)('B8 a stranger prepared %s, the owner joins by %s', async (prepared, come) => {
  const n = pairs.findIndex(([one, other]) => one === prepared && other === come)
  const one = { tag: `${n}`, username: `skater_${n}`, email: `skater.${n}@acme.example` }
  const tries = await PREPARE[prepared]?.(one)
  await COME[come]?.(one)
  const { id } = await it.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', one.email)
    .where('username', '=', one.username)
    .executeTakeFirstOrThrow()
  const before = await waysInto(id)
  // None of them belong to the attacker, and more attempts don't help.
  expect(before.join(' ')).not.toMatch(/stranger|evil/)
  expect([before[1], before[2], before[4]]).toEqual(['[]', '[]', '[]'])
  for (const answer of (await tries?.()) ?? []) expect(answer.body).not.toContain(id)
  expect(await waysInto(id)).toEqual(before)
  expect((await auth('sign-in', { email: one.email, password: PASSWORD })).statusCode).toBe(401)

  // The owner can get in with the email address, which only they control.
  const code_id = await requestCode(one.email)
  const entered = { code_id, code: computeCode(SECRET, code_id) }
  expect((await auth('code-sign-ins', entered)).json()).toMatchObject({ user: { user_id: id } })
})
