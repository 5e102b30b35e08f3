import { randomUUID } from 'node:crypto'
import type { Row } from './row.ts'
import { anotherPerson, type Targets } from './world.ts'

function nothing() {
  return {}
}

const NO_PASSKEY = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
}
const wallet = { chain: 'ethereum', address: `0x${'1'.repeat(40)}` }

function signedByNobody() {
  return {
    body: { state: 'x'.repeat(64), code_verifier: 'x'.repeat(43), wallet, signature: '1'.repeat(130) },
  }
}

/** Operations for signing up, in, and out. */
export const ACCOUNTS: Record<string, Row> = {
  'GET /api/session': { send: nothing },
  'POST /api/auth/sign-up': {
    send: () => {
      const username = `new${randomUUID().slice(0, 8)}`
      return { body: { username, email: `${username}@example.com`, password: 'rolls away clean' } }
    },
  },
  'POST /api/auth/sign-in': {
    send: async (_target, _mine, { it }) => {
      const { email, password } = await anotherPerson(it)
      return { body: { email, password } }
    },
  },
  'POST /api/auth/sign-out': { send: nothing, endsSession: true },
  'POST /api/auth/verification-mails': { send: ({ person }) => ({ body: { email: person.email } }) },
  'POST /api/auth/password-resets': { send: ({ person }) => ({ body: { email: person.email } }) },
  'POST /api/auth/challenges': { send: nothing },
  'POST /api/auth/codes': { send: ({ person }) => ({ body: { email: person.email } }) },
  'POST /api/auth/code-sign-ins': {
    send: () => ({ body: { code_id: randomUUID(), code: '123456' } }),
    good: [400, 'a mailed code is what admits here, and this is none'],
  },
  'GET /api/auth/phones': { send: nothing },
  'POST /api/auth/phone-codes': { send: () => ({ body: { phone: '+12025550100' } }) },
  'POST /api/auth/phone-code-sign-ins': {
    send: () => ({ body: { code_id: randomUUID(), code: '123456' } }),
    good: [400, 'a code sent to a number is what admits here, and this is none'],
  },
  'GET /api/auth/providers': { send: nothing },
  'POST /api/auth/provider-requests': {
    send: () => ({ body: { provider: 'none', code_challenge: 'x'.repeat(43) } }),
    good: [404, 'no provider is configured here'],
  },
  'POST /api/auth/sso': {
    send: () => ({ body: { domain: 'nowhere.example', code_challenge: 'x'.repeat(43) } }),
    good: [404, 'no organization is configured here'],
  },
  'POST /api/auth/provider-sign-ins': {
    send: () => ({ body: { state: 'x'.repeat(64), code_verifier: 'x'.repeat(43), code: 'x' } }),
    good: [400, 'a provider is what admits here, and this is none'],
  },
  'POST /api/auth/id-token-sign-ins': {
    send: () => ({ body: { state: 'x'.repeat(64), code_verifier: 'x'.repeat(43), id_token: 'x' } }),
    good: [400, 'a provider is what admits here, and this is none'],
  },
  'POST /api/auth/wallet-requests': {
    send: () => ({ body: { wallet, code_challenge: 'x'.repeat(43) } }),
    good: [404, 'no wallets are configured; with them, in wallets.test.ts'],
  },
  'POST /api/auth/wallet-sign-ins': {
    send: signedByNobody,
    good: [400, 'a signature is what admits here, and this is none'],
  },
  'POST /api/auth/verify': {
    send: () => ({ body: { token: 'x'.repeat(40) } }),
    good: [400, 'a mailed link is what admits here, and this is none'],
  },
  'POST /api/my-data/exports-by-link': {
    send: () => ({ body: { token: 'x'.repeat(40) } }),
    good: [400, 'a mailed link is what admits here, and this is none'],
  },
  'GET /api/my-data/archive': {
    send: () => ({ query: { token: 'x'.repeat(40) } }),
    good: [400, 'a mailed link is what admits here, and this is none'],
  },
  'POST /api/auth/password': {
    send: () => ({ body: { token: 'x'.repeat(40), password: 'rolls away clean' } }),
    good: [400, 'a mailed link is what admits here, and this is none'],
  },
}

function anotherAddress() {
  return `another${randomUUID().slice(0, 8)}@example.com`
}

function ownPassword(targets: Targets) {
  return { password: targets.person.password }
}

/** Operations that change people's own accounts. */
export const SETTINGS: Record<string, Row> = {
  'GET /api/account': { send: nothing },
  'POST /api/account/password': {
    send: (target) => ({
      body: { current_password: target.person.password, new_password: target.person.password },
    }),
    may: 'owner',
  },
  'POST /api/account/email': {
    send: (target) => ({ body: { ...ownPassword(target), email: anotherAddress() } }),
    may: 'owner',
  },
  'POST /api/account/proof-codes': { send: nothing },
  'POST /api/account/proofs': {
    send: (target) => ({ body: ownPassword(target) }),
    may: 'owner',
  },
  'DELETE /api/account/email': { send: nothing },
  'POST /api/auth/email-confirmations': {
    send: () => ({ body: { token: 'x'.repeat(40) } }),
    good: [400, 'a mailed link is what admits here, and this is none'],
  },
  'POST /api/auth/email-undos': {
    send: () => ({ body: { token: 'x'.repeat(40) } }),
    good: [400, 'a mailed link is what admits here, and this is none'],
  },
  'GET /api/account/sessions': { send: nothing },
  'DELETE /api/account/sessions/{session_id}': {
    send: async ({ sessionId }) => ({ params: { session_id: await sessionId() } }),
    may: 'owner',
    refused: 404,
    good: [403, 'without a fresh proof nobody ends another session; with it, in sessions.test.ts'],
  },
  'POST /api/auth/refresh': {
    send: () => ({ body: { refresh_token: 'x'.repeat(96) } }),
    good: [401, 'a refresh token is what admits here, and this is none'],
  },
  'GET /.well-known/jwks.json': { send: nothing },
  'GET /api/account/identities': { send: nothing },
  'POST /api/account/identity-requests': {
    send: () => ({ body: { provider: 'none', code_challenge: 'x'.repeat(43) } }),
    good: [403, 'without a fresh proof nobody links; with it, in identities.test.ts'],
  },
  'POST /api/account/identities': {
    send: () => ({ body: { state: 'x'.repeat(64), code_verifier: 'x'.repeat(43), code: 'x' } }),
    good: [403, 'without a fresh proof nobody links; with it, in identities.test.ts'],
  },
  'POST /api/account/wallet-requests': {
    send: () => ({ body: { wallet, code_challenge: 'x'.repeat(43) } }),
    good: [403, 'without a fresh proof nobody links; with it, in wallets.test.ts'],
  },
  'POST /api/account/wallets': {
    send: signedByNobody,
    good: [403, 'without a fresh proof nobody links; with it, in wallets.test.ts'],
  },
  'DELETE /api/account/identities/{identity_id}': {
    send: async ({ identityId }) => ({ params: { identity_id: await identityId() } }),
    may: 'owner',
    refused: 404,
    good: [403, 'without a fresh proof nobody unlinks; with it, in identities.test.ts'],
  },
  'POST /api/auth/identity-undos': {
    send: () => ({ body: { token: 'x'.repeat(40) } }),
    good: [400, 'a mailed link is what admits here, and this is none'],
  },
  'GET /api/account/tokens': { send: nothing },
  'POST /api/account/tokens': {
    send: (target) => ({
      body: { ...ownPassword(target), name: 'Backup', scopes: ['spots:read'], expires_in_days: 7 },
    }),
    may: 'owner',
  },
  'DELETE /api/account/tokens/{token_id}': {
    send: async ({ tokenId }) => ({ params: { token_id: await tokenId() } }),
    may: 'owner',
    refused: 404,
  },
  'POST /api/auth/passkey-challenges': { send: nothing },
  'POST /api/auth/passkey-sign-ins': {
    send: () => ({ body: { challenge_id: randomUUID(), credential: NO_PASSKEY } }),
    good: [400, 'a passkey is what admits here, and this is none'],
  },
  'GET /api/account/phone': { send: nothing },
  'POST /api/account/phone-codes': {
    send: () => ({ body: { phone: '+12025550100' } }),
    good: [403, 'without a fresh proof nobody adds a number; with it, in phones.test.ts'],
  },
  'PUT /api/account/phone': {
    send: () => ({ body: { code_id: randomUUID(), code: '123456' } }),
    good: [400, 'a code of the session is what admits here, and this is none'],
  },
  'DELETE /api/account/phone': {
    send: nothing,
    good: [403, 'without a fresh proof nobody removes a number; with it, in phones.test.ts'],
  },
  'GET /api/account/passkeys': { send: nothing },
  'POST /api/account/passkey-challenges': {
    send: nothing,
    good: [403, 'without a fresh proof nobody adds a passkey; with it, in passkeys.test.ts'],
  },
  'POST /api/account/passkeys': {
    send: () => ({
      body: {
        challenge_id: randomUUID(),
        name: 'Phone',
        credential: { ...NO_PASSKEY, response: { clientDataJSON: 'x', attestationObject: 'x' } },
      },
    }),
    good: [400, 'a challenge of the session is what admits here, and this is none'],
  },
  'PATCH /api/account/passkeys/{passkey_id}': {
    send: async ({ passkeyId }) => ({ params: { passkey_id: await passkeyId() }, body: { name: 'Phone' } }),
    may: 'owner',
    refused: 404,
  },
  'DELETE /api/account/passkeys/{passkey_id}': {
    send: async ({ passkeyId }) => ({ params: { passkey_id: await passkeyId() } }),
    may: 'owner',
    refused: 404,
    good: [403, 'without a fresh proof nobody removes a passkey; with it, in passkeys.test.ts'],
  },
  'GET /api/account/factors': { send: nothing },
  'POST /api/account/factors': {
    send: () => ({ body: { kind: 'totp', name: 'Phone' } }),
    good: [403, 'without a fresh proof nobody adds one; with it, in factors'],
  },
  'POST /api/account/factors/{factor_id}/verifications': {
    send: async ({ factorId }) => ({ params: { factor_id: await factorId() }, body: { code: '1' } }),
    good: [400, 'no code of the factor; with one, in factors'],
    may: 'owner',
    refused: 404,
  },
  'PATCH /api/account/factors/{factor_id}': {
    send: async ({ factorId }) => ({ params: { factor_id: await factorId() }, body: { name: 'Phone' } }),
    may: 'owner',
    refused: 404,
  },
  'DELETE /api/account/factors/{factor_id}': {
    send: async ({ factorId }) => ({ params: { factor_id: await factorId() } }),
    may: 'owner',
    refused: 404,
    good: [403, 'without a fresh proof nobody removes one; with it, in factors'],
  },
  'POST /api/account/recovery-codes': {
    send: nothing,
    good: [403, 'without a fresh proof nobody makes them; with it, in factors'],
  },
  'DELETE /api/account/trusted-devices/{device_id}': {
    send: async ({ trustedDeviceId }) => ({ params: { device_id: await trustedDeviceId() } }),
    may: 'owner',
    refused: 404,
  },
  'POST /api/auth/factor-sign-ins': {
    send: () => ({ body: { challenge: 'x'.repeat(43), code: '123456' } }),
    good: [400, 'a sign-in that waits is what admits here, and this is none'],
  },
  'POST /api/account/factor-codes': {
    send: nothing,
    good: [404, 'nobody here has a number; who has one, in factor-messages'],
  },
  'POST /api/auth/factor-codes': {
    send: () => ({ body: { challenge: 'x'.repeat(43) } }),
    good: [400, 'a sign-in that waits is what admits here, and this is none'],
  },
  'POST /api/auth/factor-recoveries': {
    send: () => ({ body: { challenge: 'x'.repeat(43) } }),
    good: [400, 'a sign-in that waits is what admits here, and this is none'],
  },
  'POST /api/auth/factor-recovery-stops': {
    send: () => ({ body: { token: 'x'.repeat(40) } }),
    good: [400, 'a mailed link is what admits here, and this is none'],
  },
  'POST /api/auth/factor-recovery-ends': {
    send: () => ({ body: { token: 'x'.repeat(40) } }),
    good: [400, 'a mailed link is what admits here, and this is none'],
  },
  'DELETE /api/account/factor-recovery': {
    send: nothing,
    good: [404, 'none waits; where one does, in factor-recovery'],
  },
  'POST /api/auth/not-me': {
    send: () => ({ body: { token: 'x'.repeat(40) } }),
    good: [400, 'a mailed link is what admits here, and this is none'],
  },
  'POST /api/account/leaving': {
    send: () => ({ body: { password: 'not the password of anybody', content: 'keep' } }),
    good: [403, 'without the password nobody deletes even their own; with it, in my-data'],
  },
  'POST /api/auth/leaving-mails': { send: ({ person }) => ({ body: { email: person.email } }) },
  'POST /api/auth/leaving': {
    send: () => ({ body: { token: 'x'.repeat(40), content: 'keep' } }),
    good: [400, 'a mailed link is what admits here, and this is none'],
  },
  'POST /api/auth/return': {
    send: async (_target, _mine, { it }) => {
      const { email, password } = await anotherPerson(it)
      return { body: { email, password } }
    },
  },
  'GET /api/my-data/suspension': { send: nothing },
  'GET /api/my-data/suspension/notice': { send: nothing },
  'GET /api/my-data/mine': { send: () => ({ query: { kind: 'messages' } }) },
  'GET /api/my-data/exports': { send: nothing },
  'POST /api/my-data/exports': { send: nothing, endsSession: true },
  'GET /api/my-data/exports/{export_id}/file': {
    send: async ({ exportId }) => ({ params: { export_id: await exportId() } }),
    may: 'owner',
    refused: 404,
  },
  'GET /api/account/preferences': { send: nothing },
  'PATCH /api/account/preferences': { send: () => ({ body: { theme: 'dark' } }) },
}
