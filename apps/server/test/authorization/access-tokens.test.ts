import { contract, type Endpoint, type Scope, SCOPES } from '@nollie/contract'
import { expect } from 'vitest'
import { createAccessToken } from '../actors/access-tokens.ts'
import { test } from '../world/fixtures.ts'
import type { TestApp } from '../world/app.ts'

const operations: readonly Endpoint[] = Object.values(contract)
const withScope = operations.filter(({ scope }) => scope)
// `/dev/` operations are only available on a developer's computer.
const withoutScope = operations.filter(({ scope, url }) => !scope && !url.startsWith('/dev/'))

/**
 * Returns a request's status without any input. Scopes are checked before input is read, so this shows whether the
 * token is accepted without changing anything.
 */
async function statusFor({ app }: TestApp, { method, url }: Endpoint, headers: Record<string, string>) {
  const answer = await app.inject({
    method,
    url: url.replaceAll(/:\w+/g, '-'),
    headers,
    payloadAsStream: true,
  })
  answer.stream().destroy()
  return answer.statusCode
}

async function listRefused(app: TestApp, some: readonly Endpoint[], headers: Record<string, string>) {
  const refused: string[] = []
  for (const operation of some)
    if ((await statusFor(app, operation, headers)) === 403) refused.push(operation.route)
  return refused
}

function routes(some: readonly Endpoint[]) {
  return some.map(({ route }) => route)
}

test('operations for accounts, moderation, and the server have no scope', () => {
  const closed =
    /^\/(api\/(auth|account|session|my-data|moderation|appeals|notices|health|blocks|reports)|dev|metrics)\b/
  const open = withScope.filter(
    ({ url, policy }) => closed.test(url) || policy === 'admin' || policy === 'own',
  )
  expect(routes(open)).toEqual([])
  expect(withoutScope.length).toBeGreaterThan(50)
})

test('every scope allows some operation, and read scopes allow no changes', () => {
  expect(new Set(withScope.map(({ scope }) => scope))).toEqual(new Set(SCOPES))
  expect(
    routes(withScope.filter(({ scope, method }) => scope?.endsWith(':read') && method !== 'GET')),
  ).toEqual([])
})

test('A1 an operation without a scope refuses every access token, including an admin’s', async ({
  app,
  mod,
}) => {
  const all = await createAccessToken(app.db, mod.user_id, [...SCOPES])
  expect(await listRefused(app, withoutScope, all)).toEqual(routes(withoutScope))
  expect(await listRefused(app, withScope, all)).toEqual([])
})

test('A1 a token that lacks one scope is refused only by operations that need it', async ({ app, ada }) => {
  for (const scope of SCOPES) {
    const others: Scope[] = SCOPES.filter((other) => other !== scope)
    const token = await createAccessToken(app.db, ada.user_id, others)
    const needing = withScope.filter((operation) => operation.scope === scope)
    expect(await listRefused(app, needing, token), scope).toEqual(routes(needing))
  }
})

test('A1 a token with one scope is refused by all other operations', async ({ app, ada }) => {
  const only = await createAccessToken(app.db, ada.user_id, ['likes:read'])
  const others = withScope.filter(({ scope }) => scope !== 'likes:read')
  expect(await listRefused(app, withScope, only)).toEqual(routes(others))
})
