import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ApiError, buildAddress, call, getMessage, onSessionEnded } from './api.ts'

// A real HTTP server, because these tests read all kinds of responses.
const server = createServer((request, response) => {
  const answers: Record<string, () => void> = {
    '/api/session': () => {
      response.setHeader('content-type', 'application/json; charset=utf-8')
      response.end('{"user":null,"expires_at":null}')
    },
    '/api/auth/sign-out': () => response.writeHead(204).end(),
    '/api/auth/sign-in': () => {
      response.writeHead(403, { 'content-type': 'application/problem+json', 'retry-after': '12' })
      response.end(
        '{"code":"EMAIL_NOT_VERIFIED","detail":"Verify first.","request_id":"r1","fields":{"email":"new"}}',
      )
    },
    '/api/blocks': () => {
      response.writeHead(401, { 'content-type': 'application/problem+json' })
      response.end('{"code":"SESSION_MISSING","detail":"Auth session missing!"}')
    },
    '/api/config': () => {
      response.setHeader('content-type', 'text/html')
      response.end('<h1>Hotel WiFi</h1>')
    },
    '/api/health/live': () => request.socket.destroy(),
  }
  const answer = answers[request.url ?? '']
  if (answer) answer()
  else response.writeHead(502).end('bad gateway')
})
const realFetch = globalThis.fetch
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Unlike a page, Node can't resolve relative URLs.
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => realFetch(origin + address, init))
})
afterAll(() => {
  vi.unstubAllGlobals()
  server.close()
})

function error(made: Promise<unknown>) {
  return made.then(() => null).catch((thrown: unknown) => thrown)
}

test('API-70 returns the response of a route', async () => {
  expect(await call('GET /api/session')).toEqual({ user: null, expires_at: null })
  expect(await call('POST /api/auth/sign-out', { query: {} })).toBeUndefined()
})

test('AUTH-10 a refusal has a code, a message, field errors, a request ID, and a retry time', async () => {
  const refused = await error(call('POST /api/auth/sign-in', { body: { email: 'a@b.c', password: 'x' } }))
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({
    status: 403,
    code: 'EMAIL_NOT_VERIFIED',
    detail: 'Verify first.',
    fields: { email: 'new' },
    requestId: 'r1',
    retryAfter: 12,
  })
  expect(getMessage(refused, 'else')).toBe('Verify first.')
})

test('a lost connection is OFFLINE, a page from another source UNREADABLE; neither has a message', async () => {
  const dead = await error(call('GET /api/health/live'))
  const hotel = await error(call('GET /api/config'))
  const gateway = await error(call('GET /api/health/ready'))
  expect(dead).toMatchObject({ code: 'OFFLINE', status: 0 })
  expect(hotel).toMatchObject({ code: 'UNREADABLE', status: 200 })
  expect(gateway).toMatchObject({ code: 'UNREADABLE', status: 502 })
  expect(getMessage(dead, 'else')).toBe('else')
})

test('R11 reports an ended session to the listener, but no other refusal', async () => {
  const listener = vi.fn<() => void>()
  onSessionEnded(listener)
  await error(call('POST /api/auth/sign-in', { body: {} }))
  expect(listener).not.toHaveBeenCalled()
  expect(await error(call('GET /api/blocks', { query: {} }))).toMatchObject({ code: 'SESSION_MISSING' })
  expect(listener).toHaveBeenCalledOnce()
})

test('an aborted call is not a network error', async () => {
  const stop = new AbortController()
  stop.abort()
  expect(await error(call('GET /api/session', { signal: stop.signal }))).toMatchObject({ name: 'AbortError' })
})

test('fills in and escapes addresses', () => {
  expect(buildAddress('GET /api/spots/:spot_id', { spot_id: '../x' })).toBe('/api/spots/..%2Fx')
  expect(buildAddress('GET /api/map', {}, { types: ['bowl', 'diy'], q: null, z: 3 })).toBe(
    '/api/map?types=bowl&types=diy&z=3',
  )
})
