import { expect } from 'vitest'
import type { TestApp } from '../world/app.ts'
import { makeAuthenticator } from './authenticator.ts'
import { proveNow } from './factors.ts'
import { post, type TestPerson } from './people.ts'

/** Requests a challenge for signing in, and returns the authenticator's response to it. */
export async function signChallenge(
  { app }: Pick<TestApp, 'app'>,
  authenticator: ReturnType<typeof makeAuthenticator>,
) {
  const asked = await post(app, '/api/auth/passkey-challenges', {})
  const { challenge_id, challenge } = asked.json<{ challenge_id: string; challenge: string }>()
  return { challenge_id, credential: authenticator.get(challenge) }
}

/** Adds a passkey to a person's account over HTTP, using their session cookie. */
export async function withPasskey(it: Pick<TestApp, 'app' | 'db'>, who: TestPerson, name = 'Phone') {
  await proveNow(it, who)
  const authenticator = makeAuthenticator()
  const offered = await post(it.app, '/api/account/passkey-challenges', {}, who.cookie)
  const { challenge_id, challenge } = offered.json<{ challenge_id: string; challenge: string }>()
  const body = { challenge_id, name, credential: authenticator.create(challenge) }
  const added = await post(it.app, '/api/account/passkeys', body, who.cookie)
  expect(added.statusCode).toBe(201)
  return { authenticator, id: added.json<{ id: string }>().id }
}
