import { createHash, randomBytes } from 'node:crypto'
import type { TestApp } from '../world/app.ts'
import { type OpenIdProvider, visit } from '../services/openid-provider.ts'
import { post } from './people.ts'

/** A request to a provider, with the verifier for its code challenge. */
export type Begun = { state: string; nonce: string; address: string; code_verifier: string }

type Wanted = { provider?: string; path?: string; headers?: Record<string, string> }

/** Starts a sign-in. With a different `path` and `headers`, links an identity instead. */
export async function begin(
  { app }: Pick<TestApp, 'app'>,
  { provider = 'oidc-club', path = '/api/auth/provider-requests', headers = {} }: Wanted = {},
): Promise<Begun> {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const answer = await post(app, path, { provider, code_challenge }, headers)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return { ...answer.json<Begun>(), code_verifier }
}

/** Like {@link begin}, but also signs a person in at the provider. Returns the values that the next call needs. */
export async function returned(
  it: Pick<TestApp, 'app'>,
  club: OpenIdProvider,
  subject: string,
  wanted: Wanted = {},
) {
  const { address, state, code_verifier } = await begin(it, wanted)
  club.signsIn(subject)
  const { params } = await visit(address)
  return { state, code_verifier, code: params.code, iss: params.iss }
}
