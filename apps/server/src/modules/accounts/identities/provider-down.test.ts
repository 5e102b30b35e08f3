import { createHash, randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { post } from '../../../../test/actors/people.ts'

let answer: RequestListener
let server: Server
let it: TestApp
let issuer: string
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = {
    ...({ kind: 'openid', clientId: 'nollie', clientSecret: 'secret' } as const),
    appClientIds: [],
    domains: null,
    issuer: new URL(issuer),
  }
  const names = ['silent', 'slow', 'huge', 'moved', 'page', 'broken', 'foreign', 'empty', 'later']
  const providers = names.map((name) => ({ ...settings, provider: name, title: name }))
  // Only a response that never ends runs into this timeout; all other failures are immediate.
  it = await testApp({ accounts: { providers, providerLimits: { timeoutMs: 5_000 } } })
})
afterEach(() => server.closeAllConnections())
afterAll(async () => {
  await it.close()
  server.close()
})

const verifier = randomBytes(32).toString('base64url')
const code_challenge = createHash('sha256').update(verifier).digest('base64url')

function begin(provider: string) {
  return post(it.app, '/api/auth/provider-requests', { provider, code_challenge })
}

function json(body: object, status = 200): RequestListener {
  return (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const ILL: Record<string, RequestListener> = {
  silent: () => {},
  slow: (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(drip))
  },
  huge: (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(300_000, ' ')),
  moved: (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  page: (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello'),
  broken: (_request, response) => response.writeHead(503).end(),
  empty: json({}),
}

test.each(Object.keys(ILL))(
  'a provider that is %s is reported as down, and nothing is stored',
  async (name) => {
    answer = ILL[name] ?? answer
    const refused = await begin(name)
    expect(refused.json()).toMatchObject({ status: 424, code: 'PROVIDER_DOWN' })
    expect(await it.db.selectFrom('provider_requests').select('id').execute()).toEqual([])
  },
)

test('rejects a discovery document from another issuer', async () => {
  answer = json({ issuer: 'https://accounts.google.com', authorization_endpoint: 'https://evil.example' })
  expect((await begin('foreign')).json()).toMatchObject({ status: 424, code: 'PROVIDER_DOWN' })
})

test('a provider that stops responding between the two steps is reported as down, and the next attempt works', async () => {
  const endpoint = (name: string) => `${issuer}/${name}`
  const document = {
    issuer,
    authorization_endpoint: endpoint('auth'),
    token_endpoint: endpoint('token'),
    jwks_uri: endpoint('jwks'),
    response_types_supported: ['code'],
  }
  answer = json(document)
  const begun = await begin('later')
  expect(begun.statusCode).toBe(201)
  const { state } = begun.json<{ state: string }>()
  const returned = { state, code_verifier: verifier, code: 'a code' }
  answer = json({ error: 'server_error' }, 500)
  const down = await post(it.app, '/api/auth/provider-sign-ins', returned)
  expect(down.json()).toMatchObject({ code: 'PROVIDER_DOWN' })
  const over = await post(it.app, '/api/auth/provider-sign-ins', returned)
  expect(over.json()).toMatchObject({ code: 'PROVIDER_OVER' })
  // The discovery document is cached by now.
  expect((await begin('later')).statusCode).toBe(201)
})
