import { type AddressInfo, connect } from 'node:net'
import { endpoint } from '@nollie/contract/endpoint'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ORIGIN, type TestApp, testApp } from '../../../test/world/app.ts'
import { statementsDuring } from '../../../test/statements/statements.ts'
import { createRateCounts } from '../../db/rate-counts.ts'
import { createHttpServer, jsonPage, JsonText, toNetwork, RateLimiter, serve } from './index.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

function bareServer() {
  return createHttpServer({
    log: pino({ level: 'silent' }),
    rates: new RateLimiter(createRateCounts(it.db)),
    authenticate: async () => null,
    publicUrl: null,
    trustProxy: false,
    tileHosts: [],
    checkAnswers: true,
  })
}

const own = { 'sec-fetch-site': 'same-origin' }

describe('every operation', () => {
  test('is in the OpenAPI document with its policy, and nothing else is', async () => {
    const { contract } = await import('@nollie/contract')
    const document = (await it.app.inject('/api/openapi.json')).json() as {
      paths: Record<string, Record<string, { description: string }>>
    }
    const documented = Object.entries(document.paths).flatMap(([url, operations]) =>
      Object.entries(operations).map(([method, { description }]) => {
        expect(description).toMatch(/^Policy: (anyone|own|member|admin)\./)
        return `${method.toUpperCase()} ${url.replaceAll(/\{(\w+)\}/g, ':$1')}`
      }),
    )
    const routes = Object.values(contract).map(({ route }) => route as string)
    const known = new Set(documented)
    expect(documented.filter((route) => !route.startsWith('HEAD ') && !routes.includes(route))).toEqual([])
    expect(routes.filter((route) => !known.has(route))).toEqual([])
  })

  test('a route without a policy makes the start fail', async () => {
    const bare = await bareServer()
    expect(() => bare.get('/api/loose', () => 'x')).toThrow('has no policy')
    await bare.close()
  })
})

describe('refusals', () => {
  test('G-34 are problem+json with a stable code and a request id', async () => {
    const answer = await it.app.inject('/api/nowhere')
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({
      code: 'NOT_FOUND',
      status: 404,
      request_id: answer.headers['x-request-id'],
    })
  })

  test('are documented', async () => {
    const document = (await it.app.inject('/api/openapi.json')).json()
    const { '4XX': refused, '5XX': failed } = document.paths['/api/posts'].get.responses
    expect([refused, failed].map(({ content }) => Object.keys(content))).toEqual([
      ['application/problem+json'],
      ['application/problem+json'],
    ])
  })

  test.each([
    ['no JSON at all', '{', 400],
    ['a body of 65 kB', JSON.stringify({ email: 'a'.repeat(65 * 1024) }), 413],
    ['__proto__ as a key', '{"__proto__": {"is_admin": true}}', 400],
  ])('%s gets a clear 4xx', async (_name, payload, status) => {
    const answer = await it.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      headers: { ...own, 'content-type': 'application/json' },
      payload,
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toHaveProperty('code')
  })

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/json\ta'])(
    'refuses a body of type %j',
    async (type) => {
      const answer = await it.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in',
        headers: { ...own, 'content-type': type },
        payload: '{"email":"a@b.cc","password":"12345678"}',
      })
      expect(answer.statusCode).toBe(415)
    },
  )
})

describe('cross-site changes (B2)', () => {
  const send = (headers: Record<string, string>) =>
    it.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers, payload: {} })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a sibling', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:4000' }],
    ['an old browser on another site', { origin: 'https://evil.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a cookie and no word where from', { cookie: 'a=b' }],
    ['a bearer token beside a cookie', { cookie: 'a=b', authorization: 'Bearer x' }],
  ])('refuses %s', async (_name, headers) => {
    const answer = await send(headers)
    expect(answer.json()).toMatchObject({ code: 'FOREIGN_ORIGIN' })
  })

  test.each([
    ['the app', own],
    ['an old browser on the app', { origin: ORIGIN, host: 'localhost:3000' }],
    ['a program without cookies', {}],
    ['a bearer token', { authorization: 'Bearer x' }],
  ])('lets %s through (and requires signing in)', async (_name, headers) => {
    const answer = await send(headers)
    expect(answer.json()).toMatchObject({ code: 'SESSION_MISSING' })
  })
})

describe('headers', () => {
  test('every response, including errors, has security headers, and API responses are not cached', async () => {
    for (const url of ['/api/session', '/api/nowhere']) {
      const { headers } = await it.app.inject(url)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['content-security-policy']).not.toContain('unsafe-inline')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    }
    expect((await it.app.inject('/api/session')).headers['cache-control']).toBe('no-store')
  })
})

describe('health', () => {
  test('reports that the process is alive, and that database and queue respond', async () => {
    expect((await it.app.inject('/api/health/live')).json()).toEqual({ status: 'ok' })
    const ready = await it.app.inject('/api/health/ready')
    expect(ready.statusCode).toBe(200)
    expect(ready.json()).toMatchObject({ status: 'ok', checks: { database: 'ok', queue: 'ok' } })
  })

  test('a polling load balancer always gets an answer at little cost to the database', async () => {
    const codes: number[] = []
    const texts = await statementsDuring(async () => {
      for (let n = 0; n < 500; n++) codes.push((await it.app.inject('/api/health/ready')).statusCode)
    })
    expect(codes.filter((code) => code !== 200)).toEqual([])
    expect(texts.length).toBeLessThan(100)
  })
})

describe('rates', () => {
  test('a rate limit sends Retry-After, counts exactly, and survives a restart', async () => {
    const rates = { sign_in: { ip: [3, 300] as const } }
    const first = await testApp({ rates })
    const send = (app: TestApp['app']) =>
      app.inject({ method: 'POST', url: '/api/auth/sign-in', headers: own, payload: {} })
    const codes: number[] = []
    for (let i = 0; i < 5; i++) codes.push((await send(first.app)).statusCode)
    expect(codes).toEqual([400, 400, 400, 429, 429])
    const refused = await send(first.app)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const { times } = await first.db
      .selectFrom('rate_counts')
      .select('times')
      .where('name', '=', 'sign_in')
      .executeTakeFirstOrThrow()
    expect(times).toBe(6)
    await first.close()
  })

  test('counts writes in the process, and enforces their limit right after a start', async () => {
    const figures = { like: { user: [3, 86_400] as const } }
    const ada = { user: 'ada' }
    const texts = await statementsDuring(async () => {
      const first = new RateLimiter(createRateCounts(it.db), figures)
      await Promise.all(Array.from({ length: 3 }, () => first.hit('like', ada)))
      await expect(first.hit('like', ada)).rejects.toMatchObject({ code: 'TOO_MANY' })
      await first.close()
    })
    // One query at the start of the window, and one that writes all counts.
    expect(texts.filter((text) => text.includes('rate_counts'))).toHaveLength(2)
    const afterwards = new RateLimiter(createRateCounts(it.db), figures)
    await expect(afterwards.hit('like', ada)).rejects.toMatchObject({ code: 'TOO_MANY' })
    await expect(afterwards.hit('like', { user: 'ben' })).resolves.toBeUndefined()
    await afterwards.close()
  })

  test('counts an IPv6 network as one subject', () => {
    expect(toNetwork('2001:db8:1:2:3:4:5:6')).toBe(toNetwork('2001:db8:1:2:ffff::1'))
    expect(toNetwork('2001:db8:1:3::1')).not.toBe(toNetwork('2001:db8:1:2::1'))
    expect(toNetwork('::ffff:10.0.0.1')).toBe('10.0.0.1')
  })
})

test('G-34 a response that violates its own schema is an internal error that reveals nothing', async () => {
  const bare = await bareServer()
  const spec = { summary: 'x', policy: 'anyone', rate: 'read', answer: z.object({ n: z.number() }) } as const
  serve(bare, endpoint('GET /api/wrong', spec), () => ({ n: 'not a number: select * from users' }) as never)
  serve(bare, endpoint('GET /api/wrong-text', spec), () => new JsonText('{"n":"x"}'))
  serve(bare, endpoint('GET /api/extra', spec), () => ({ n: 1, secret: 'x' }))
  for (const url of ['/api/wrong', '/api/wrong-text']) {
    const answer = await bare.inject(url)
    expect(answer.json()).toMatchObject({ code: 'INTERNAL', status: 500 })
    expect(answer.body).not.toContain('users')
  }
  expect((await bare.inject('/api/extra')).json()).toEqual({ n: 1 })
  await bare.close()
})

test('a page of items built by the database is sent unchanged, whatever characters it contains', async () => {
  const bare = await bareServer()
  const answer = z.object({ items: z.array(z.string()), next_cursor: z.string().nullable() })
  const spec = { summary: 'x', policy: 'anyone', rate: 'read', answer } as const
  serve(bare, endpoint('GET /api/page', spec), () => jsonPage(['"Wrocław"', '"🛹"', '"a"'], 'next'))
  serve(bare, endpoint('GET /api/empty', spec), () => jsonPage([], null))
  const page = await bare.inject('/api/page')
  expect(page.json()).toEqual({ items: ['Wrocław', '🛹', 'a'], next_cursor: 'next' })
  expect(page.headers['content-length']).toBe(String(page.rawPayload.length))
  expect(page.headers['content-type']).toBe('application/json; charset=utf-8')
  expect((await bare.inject('/api/empty')).json()).toEqual({ items: [], next_cursor: null })
  await bare.close()
})

test('a request on an open connection during shutdown is answered, and is the last on its connection', async () => {
  const bare = await bareServer()
  const spec = { summary: 'x', policy: 'anyone', rate: 'read', answer: z.object({}) } as const
  const [first, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  serve(bare, endpoint('GET /api/first', spec), () => first.promise.then(() => ({})))
  serve(bare, endpoint('GET /api/last', spec), () => last.promise.then(() => ({})))
  serve(bare, endpoint('GET /api/quick', spec), () => ({}))
  let requests = 0
  bare.server.on('request', () => (requests += 1))
  await bare.listen({ port: 0, host: '127.0.0.1' })
  const { port } = bare.server.address() as AddressInfo
  const connection = () => {
    const socket = connect(port, '127.0.0.1')
    const opened = {
      text: '',
      ask: (path: string, header = 'x: y') =>
        socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n`),
    }
    socket.on('data', (part) => (opened.text += part)).on('error', () => {})
    return opened
  }
  const statuses = (text: string) => text.match(/HTTP\/1.1 \d+/g) ?? []
  const [one, other] = [connection(), connection()]
  one.ask('/api/first')
  other.ask('/api/last', 'connection: close')
  await expect.poll(() => requests, { interval: 5 }).toBe(2)
  const closing = bare.close()
  await expect.poll(() => bare.server.listening, { interval: 5 }).toBe(false)
  // Sent while the first request is in progress, because an idle connection can be closed at any moment.
  one.ask('/api/quick')
  await expect.poll(() => requests, { interval: 5 }).toBe(3)
  first.resolve()
  await expect.poll(() => statuses(one.text), { interval: 5 }).toHaveLength(2)
  last.resolve()
  await closing
  expect(statuses(one.text)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  expect(one.text.slice(one.text.lastIndexOf('HTTP/1.1'))).toMatch(/connection: close/i)
})

test.each(['ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '25006'])(
  'a database that is unreachable due to %s counts as temporarily unavailable, not as an internal error',
  async (code) => {
    const bare = await bareServer()
    const spec = { summary: 'x', policy: 'anyone', rate: 'read', answer: z.object({}) } as const
    serve(bare, endpoint('GET /api/away', spec), () => {
      throw Object.assign(new Error('away'), { code })
    })
    const answer = await bare.inject('/api/away')
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
      503,
      'UNAVAILABLE',
      '2',
    ])
    await bare.close()
  },
)

test('treats an unreadable cookie as missing', async () => {
  for (const cookie of ['nollie.position=%', '__Host-nollie.position=%E0%A4%A', 'nollie.position=%00; a=%'])
    expect(
      (await it.app.inject({ url: '/api/sessions/current', headers: { cookie } })).statusCode,
      cookie,
    ).toBeLessThan(500)
})
