import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoint } from '@nollie/contract/endpoint'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../../../test/world/app.ts'
import { until } from '../../../test/world/until.ts'
import { createRateCounts } from '../../db/rate-counts.ts'
import { createHttpServer, RateLimiter, serve } from './index.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'nollie-web-'))
mkdirSync(join(webRoot, 'assets'))
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><head></head>the client')
writeFileSync(join(webRoot, 'assets/app.js'), '0')

let it: TestApp
beforeAll(async () => {
  it = await testApp({ webRoot })
  await it.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await it.close()
  rmSync(webRoot, { recursive: true })
})

/** Sends these bytes, and returns everything the server sends until it closes the connection. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = it.app.server.address() as AddressInfo
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (part) => (answer += part))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

function parsed(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(first.split(' ')[1]), headers, body }
}

const HARDENED = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
]

function expectError(
  { status, headers, body }: { status: number; headers: Record<string, unknown>; body: string },
  code: string,
) {
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(HARDENED))
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
  expect(headers['content-type']).toContain('application/problem+json')
  expect(JSON.parse(body)).toMatchObject({ code, status, request_id: headers['x-request-id'] })
}

const long = 'a'.repeat(20_000)

function get(path: string, more = '') {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}`
}

describe('requests that never reach a route get the usual errors (L2)', () => {
  test.each([
    ['an address that cannot be decoded', get('/%ff', 'Connection: close\r\n\r\n'), 400, 'BAD_REQUEST'],
    ['one of the API', get('/api/posts/%ff', 'Connection: close\r\n\r\n'), 400, 'BAD_REQUEST'],
    ['an address that is too long', get(`/${long}`, '\r\n'), 431, 'HEADERS_TOO_LARGE'],
    ['headers that are too long', get('/', `Cookie: ${long}\r\n\r\n`), 431, 'HEADERS_TOO_LARGE'],
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'BAD_REQUEST'],
    ['a method that there is not', get('/').replace('GET', 'OLLIE'), 400, 'BAD_REQUEST'],
    ['a length that is no number', get('/', 'Content-Length: x\r\n\r\n'), 400, 'BAD_REQUEST'],
    [
      'a length and chunks',
      get('/', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n'),
      400,
      'BAD_REQUEST',
    ],
    [
      'a chunk without a length',
      `POST /api/auth/sign-out HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
      'BAD_REQUEST',
    ],
    ['something expected that there is not', get('/', 'Expect: 42\r\n\r\n'), 400, 'BAD_REQUEST'],
    ['a tunnel', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'BAD_REQUEST'],
  ])('%s', async (_what, bytes, status, code) => {
    const answer = parsed(await raw(bytes))
    expect(answer.status).toBe(status)
    expectError(answer, code)
  })

  test('sends no body for HEAD with oversized headers', async () => {
    const answer = await raw(get('/', `Cookie: ${long}\r\n\r\n`).replace('GET', 'HEAD'))
    expect(parsed(answer)).toMatchObject({ status: 431, body: '' })
    expect(answer.endsWith('\r\n\r\n')).toBe(true)
  })

  test.each([
    ['GET', '/api/auth/sign-in', 'POST'],
    ['DELETE', '/api/session', 'GET, HEAD'],
    ['PUT', '/api/posts/0195f2d0-0000-7000-8000-000000000000', 'DELETE, GET, HEAD, PATCH'],
    ['TRACE', '/api/session', 'GET, HEAD'],
    ['POST', '/feed', 'GET, HEAD'],
    ['POST', '/assets/app.js', 'GET, HEAD'],
  ])('%s %s: the URL accepts other methods', async (method, path, allow) => {
    const answer = parsed(
      await raw(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    )
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe(allow)
    expectError(answer, 'METHOD_NOT_ALLOWED')
  })

  test.each(['GET', 'POST', 'DELETE'])('%s of an unknown path does not exist', async (method) => {
    const answer = parsed(
      await raw(`${method} /api/nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    )
    expect(answer.status).toBe(404)
    expect(answer.headers.allow).toBeUndefined()
    expectError(answer, 'NOT_FOUND')
  })

  test('handles a path segment that is too long', async () => {
    const bare = await bareServer()
    bare.get('/x/:id', { config: { policy: 'anyone' } }, () => 'x')
    const { statusCode: status, headers, body } = await bare.inject(`/x/${'a'.repeat(300)}`)
    expect(status).toBe(414)
    expectError({ status, headers, body }, 'ADDRESS_TOO_LONG')
  })

  test("non-HTTP bytes after a pending request don't end up in its response", async () => {
    const answer = await raw(`${get('/api/health/ready', '\r\n')}hello\r\n\r\n`)
    expect(answer).not.toContain('400')
  })
})

describe('no spelling of a URL bypasses a guard (M5)', () => {
  test.each(['/api/account', '/%61pi/account', '/api/%61ccount', '/%61%70%69/%61ccount'])(
    '%s returns the account, and is never cached',
    async (url) => {
      const { statusCode, headers } = await it.app.inject(url)
      expect(statusCode).toBe(401)
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  test.each(['/api%2faccount', '//api/account', '/API/account', '/api//account', '/%2fapi/account', '/api'])(
    '%s leads to neither an operation nor a screen',
    async (url) => {
      const { statusCode, headers } = await it.app.inject({ url, headers: { host: 'localhost' } })
      expect(statusCode).toBe(404)
      expect(headers['content-type']).toContain('application/problem+json')
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  test('every response has no-store unless it sets its own caching', async () => {
    const bare = await bareServer()
    bare.get('/outside', { config: { policy: 'anyone' } }, () => 'x')
    expect((await bare.inject('/outside')).headers['cache-control']).toBe('no-store')
    const getCacheControl = async (url: string) => (await it.app.inject(url)).headers['cache-control']
    expect(await getCacheControl('/assets/app.js')).toBe('public, max-age=31536000, immutable')
    expect(await getCacheControl('/feed')).toBe('private, no-store')
  })

  test('R13 a busy server refuses work under every spelling of a URL, and still serves its page', async () => {
    const bare = await bareServer({ busyAfterMs: 50 })
    const spec = { summary: 'x', policy: 'anyone', rate: 'read', answer: z.object({}) } as const
    let worked = 0
    serve(bare, endpoint('GET /api/work', spec), () => {
      worked += 1
      return {}
    })
    serve(bare, endpoint('GET /api/health/x', spec), () => ({}))
    bare.get('/*', { config: { policy: 'anyone' } }, () => 'page')
    await bare.listen({ host: '127.0.0.1', port: 0 })
    const { port } = bare.server.address() as AddressInfo
    const fetchStatus = async (url: string) => (await fetch(`http://127.0.0.1:${port}${url}`)).status
    // Blocks the event loop until its measured delay exceeds the limit, and still does when the requests arrive.
    await until(async () => {
      const still = performance.now() + 1_300
      while (performance.now() < still);
      await new Promise((resolve) => setTimeout(resolve, 30))
      worked = 0
      expect(await Promise.all(['/api/work', '/%61pi/work', '/api/%77ork'].map(fetchStatus))).toEqual([
        503, 503, 503,
      ])
      expect(await Promise.all(['/feed', '/api/health/x', '/%61pi/health/x'].map(fetchStatus))).toEqual([
        200, 200, 200,
      ])
    })
    expect(worked).toBe(0)
  })
})

async function bareServer(options: { busyAfterMs?: number } = {}) {
  const bare = await createHttpServer({
    log: pino({ level: 'silent' }),
    rates: new RateLimiter(createRateCounts(it.db)),
    authenticate: async () => null,
    publicUrl: null,
    trustProxy: false,
    tileHosts: [],
    checkAnswers: true,
    ...options,
  })
  onTestFinished(() => bare.close())
  return bare
}
