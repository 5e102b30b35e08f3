import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { endAccount } from '../../src/modules/accounts/index.ts'
import { suspend } from '../../src/modules/accounts/account/suspend-account.service.ts'
import { addIdentity } from '../../src/modules/accounts/identities/identities.queries.ts'
import { linkToken, parseRowId } from '../../src/modules/accounts/mails/link-token.ts'
import {
  insertDeletionToken,
  insertNotMeToken,
  insertResetToken,
} from '../../src/modules/accounts/mails/one-time-tokens.queries.ts'
import { storePhone } from '../../src/modules/accounts/phone-numbers/phones.queries.ts'
import { getChallenge, proveNow, withFactor } from '../actors/factors.ts'
import { signChallenge, withPasskey } from '../actors/passkeys.ts'
import { post, type TestPerson } from '../actors/people.ts'
import { aNumber, requestPhoneCode, rightCode } from '../actors/phones.ts'
import { begin } from '../actors/provider-sign-ins.ts'
import { ethereumWallet } from '../actors/wallet-keys.ts'
import { linkWallet, signedBy } from '../actors/wallets.ts'
import { SECRET, type TestApp } from '../world/app.ts'

/** An app with one provider, which has this issuer. */
export type AccountsApp = TestApp & { issuer: string }

/** Prepares a change of a person's account, and returns the function that makes it and returns its status. */
export type Act = (it: AccountsApp, who: TestPerson) => Promise<() => Promise<number>>

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

async function send(
  { app }: TestApp,
  { cookie }: TestPerson,
  [method, url, payload = {}]: [Method, string, object?],
  headers: object = {},
): Promise<number> {
  const sent = { method, url, headers: { ...cookie, ...headers } }
  const answer = await app.inject(method === 'DELETE' ? sent : { ...sent, payload })
  return answer.statusCode
}

/** A change that needs a recent proof of identity, and nothing else. */
function proven(...request: [Method, string, object?]): Act {
  return async (it, who) => {
    await proveNow(it, who)
    return () => send(it, who, request)
  }
}

/** A change through an emailed link. */
function byLink(
  path: string,
  makeToken: (it: AccountsApp, who: TestPerson) => Promise<string>,
  more = {},
): Act {
  return async (it, who) => {
    const token = await makeToken(it, who)
    return async () => (await post(it.app, `/api/auth/${path}`, { token, ...more })).statusCode
  }
}

async function insertEmailChange(
  { db }: TestApp,
  { user_id, email }: TestPerson,
  changed_at: Date | null,
): Promise<string> {
  const id = uuidv7()
  const row = { id, user_id, old_email: email, new_email: `new.${email}`, changed_at }
  await db.insertInto('email_changes').values(row).execute()
  return id
}

async function insertRecovery({ db }: TestApp, { user_id }: TestPerson): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('factor_recoveries')
    .values({ id, user_id, due_at: new Date(Date.now() - 1000) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ id }))
    .execute()
  return id
}

function link({ db }: TestApp, { user_id }: TestPerson, provider_key: string): Promise<string> {
  const identity = { user_id, provider_key, subject: uuidv7(), label: null }
  return db.transaction().execute((tx) => addIdentity(tx, identity))
}

async function givePhone({ db }: TestApp, { user_id }: TestPerson): Promise<string> {
  const number = aNumber()
  await db.transaction().execute((tx) => storePhone(tx, user_id, number))
  return number
}

/** Changes that secure an account or turn off a way to sign in. */
const SECURING: Record<string, Act> = {
  'a password reset': byLink('password', (it, { user_id }) => insertResetToken(it.db, user_id), {
    password: 'a new line down the stairs',
  }),
  '“It wasn’t me”': byLink('not-me', (it, { user_id }) => insertNotMeToken(it.db, user_id)),
  'a finished recovery': async (it, who) => {
    await withFactor(it, who)
    const token = linkToken(SECRET, 'finish-recovery', await insertRecovery(it, who))
    return async () => (await post(it.app, '/api/auth/factor-recovery-ends', { token })).statusCode
  },
  'a deletion by link': byLink('leaving', (it, { user_id }) => insertDeletionToken(it.db, user_id), {
    content: 'keep',
  }),
  'an undone email change': byLink('email-undos', async (it, who) =>
    linkToken(SECRET, 'undo-email', await insertEmailChange(it, who, new Date())),
  ),
  'an undone identity': byLink('identity-undos', async (it, who) =>
    linkToken(SECRET, 'undo-identity', await link(it, who, 'https://undone.example/')),
  ),
  'a new password': proven('POST', '/api/account/password', { new_password: 'another line of stairs' }),
  'signing out elsewhere': proven('POST', '/api/auth/sign-out?scope=others'),
  'a requested deletion': proven('POST', '/api/account/leaving', { content: 'keep' }),
  'a suspension':
    async ({ db }, { user_id }) =>
    async () => {
      await db.transaction().execute((tx) => suspend(tx, user_id, true))
      return 200
    },
  'the end of a deletion': async ({ db, jobs }, { user_id }) => {
    const begun_at = new Date()
    await db
      .insertInto('account_deletions')
      .values({ user_id, content: 'remove', due_at: new Date(Date.now() + 1000), begun_at })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ begun_at }))
      .execute()
    return async () => {
      await db.transaction().execute((tx) => endAccount({ jobs }, tx, user_id, { leftBehind: true }))
      return 200
    }
  },
}

/** Changes of what an account consists of. */
const CHANGES: Record<string, Act> = {
  'a confirmed email address': byLink('email-confirmations', async (it, who) =>
    linkToken(SECRET, 'change-email', await insertEmailChange(it, who, null)),
  ),
  'a requested email change': async (it, who) =>
    proven('POST', '/api/account/email', { email: `other.${who.email}` })(it, who),
  'a new username': async (it, who) => {
    const named = { full_name: null, username: `${who.username}.new`, bio: null, instagram_url: null }
    return () => send(it, who, ['PATCH', '/api/profile', named], { 'if-match': '"1"' })
  },
  'a new access token': proven('POST', '/api/account/tokens', {
    name: 'Script',
    scopes: ['spots:read'],
    expires_in_days: 30,
  }),
  'a new factor': proven('POST', '/api/account/factors', { kind: 'totp', name: 'Phone' }),
  'a removed factor': async (it, who) => {
    const { id } = await withFactor(it, who)
    return () => send(it, who, ['DELETE', `/api/account/factors/${id}`])
  },
  'new recovery codes': async (it, who) => {
    await withFactor(it, who)
    return () => send(it, who, ['POST', '/api/account/recovery-codes'])
  },
  'a removed passkey': async (it, who) => {
    const { id } = await withPasskey(it, who)
    return () => send(it, who, ['DELETE', `/api/account/passkeys/${id}`])
  },
  'an unlinked identity': async (it, who) => {
    await proveNow(it, who)
    const id = await link(it, who, 'https://unlinked.example/')
    return () => send(it, who, ['DELETE', `/api/account/identities/${id}`])
  },
  'a new phone number': async (it, who) => {
    await proveNow(it, who)
    const phone = aNumber()
    const asked = await post(it.app, '/api/account/phone-codes', { phone }, who.cookie)
    const { code_id } = asked.json<{ code_id: string }>()
    return () => send(it, who, ['PUT', '/api/account/phone', { code_id, code: rightCode(code_id) }])
  },
  'a removed phone number': async (it, who) => {
    await proveNow(it, who)
    await givePhone(it, who)
    return () => send(it, who, ['DELETE', '/api/account/phone'])
  },
}

/** Proofs of identity and sign-ins. */
const PROOFS: Record<string, Act> = {
  'a proof by email': async (it, who) => {
    const asked = await post(it.app, '/api/account/proof-codes', {}, who.cookie)
    const { code_id } = asked.json<{ code_id: string }>()
    return () => send(it, who, ['POST', '/api/account/proofs', { code_id, code: rightCode(code_id) }])
  },
  'a proof by factor': async (it, who) => {
    const factor_code = await (await withFactor(it, who)).code()
    return () => send(it, who, ['POST', '/api/account/proofs', { factor_code }])
  },
  'a proof by passkey': async (it, who) => {
    const { authenticator } = await withPasskey(it, who)
    const passkey = await signChallenge(it, authenticator)
    return () => send(it, who, ['POST', '/api/account/proofs', { passkey }])
  },
  'a sign-in by email': async (it, who) => {
    const asked = await post(it.app, '/api/auth/codes', { email: who.email })
    const { code_id } = asked.json<{ code_id: string }>()
    return () => send(it, who, ['POST', '/api/auth/code-sign-ins', { code_id, code: rightCode(code_id) }])
  },
  'a sign-in by phone': async (it, who) => {
    const code_id = await requestPhoneCode(it, await givePhone(it, who))
    return () =>
      send(it, who, ['POST', '/api/auth/phone-code-sign-ins', { code_id, code: rightCode(code_id) }])
  },
  'a sign-in with a second factor': async (it, who) => {
    const { email, password } = who
    const factor = await withFactor(it, who)
    const challenge = getChallenge(await post(it.app, '/api/auth/sign-in', { email, password }))
    const code = await factor.code()
    return () => send(it, who, ['POST', '/api/auth/factor-sign-ins', { challenge, code }])
  },
  'a sign-in with a passkey': async (it, who) => {
    const { authenticator } = await withPasskey(it, who)
    const signed = await signChallenge(it, authenticator)
    return () => send(it, who, ['POST', '/api/auth/passkey-sign-ins', signed])
  },
  'a sign-in with a wallet': async (it, who) => {
    const wallet = ethereumWallet()
    await linkWallet(it, who, wallet)
    const signed = await signedBy(it, wallet)
    return () => send(it, who, ['POST', '/api/auth/wallet-sign-ins', signed])
  },
  'a sign-in with a provider': async (it, { email, user_id }) => {
    const { state, code_verifier } = await begin(it)
    const id = parseRowId(SECRET, 'provider-request', state) ?? ''
    const subject = uuidv7()
    const provider_key = new URL(it.issuer).href
    await it.db
      .transaction()
      .execute((tx) => addIdentity(tx, { user_id, provider_key, subject, label: null }))
    const claim = { subject, email, is_email_proven: true, label: 'Ada' }
    await it.db
      .updateTable('provider_requests')
      .set({ ...claim, asked_at: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
    const body = { state, code_verifier }
    return async () => (await post(it.app, '/api/auth/provider-sign-ins', body)).statusCode
  },
}

export const ACCOUNT_ACTS: Record<string, Act> = { ...SECURING, ...CHANGES, ...PROOFS }
