import { createHash, randomBytes } from 'node:crypto'
import type { TestApp } from '../world/app.ts'
import { post, type TestPerson } from './people.ts'
import type { TestWallet } from './wallet-keys.ts'

type Begun = { state: string; message: string; code_verifier: string }

/** Starts a sign-in with a wallet. With a different `path` and `headers`, links the wallet instead. */
export async function beginWallet(
  { app }: Pick<TestApp, 'app'>,
  { wallet }: Pick<TestWallet, 'wallet'>,
  {
    path = '/api/auth/wallet-requests',
    headers = {},
  }: { path?: string; headers?: Record<string, string> } = {},
): Promise<Begun> {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const answer = await post(app, path, { wallet, code_challenge }, headers)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return { ...answer.json<Omit<Begun, 'code_verifier'>>(), code_verifier }
}

/** Returns a wallet's response to the message that the server created for it. */
export async function signedBy(
  it: Pick<TestApp, 'app'>,
  one: TestWallet,
  where: { path?: string; headers?: Record<string, string> } = {},
): Promise<{ state: string; code_verifier: string; wallet: TestWallet['wallet']; signature: string }> {
  const { message, ...rest } = await beginWallet(it, one, where)
  return { ...rest, wallet: one.wallet, signature: one.sign(message) }
}

/** Re-authenticates a person with their password, then links a wallet. Returns its identity. */
export async function linkWallet(
  it: Pick<TestApp, 'app'>,
  { cookie, password }: TestPerson,
  one: TestWallet,
): Promise<{ id: string }> {
  await post(it.app, '/api/account/proofs', { password }, cookie)
  const body = await signedBy(it, one, { path: '/api/account/wallet-requests', headers: cookie })
  const answer = await post(it.app, '/api/account/wallets', body, cookie)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}
