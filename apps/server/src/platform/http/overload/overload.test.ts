import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { endpoint } from '@nollie/contract/endpoint'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type TestDatabase, testDatabase } from '../../../../test/world/database.ts'
import { createRateCounts } from '../../../db/rate-counts.ts'
import { watch } from '../../telemetry/index.ts'
import { createHttpServer, RateLimiter, serve, takeOver } from '../index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const PLACES = 4
const SPEC = { summary: 'x', policy: 'anyone', rate: 'write' } as const

/** Starts a server with four slots, whose requests run until the test ends them. */
async function crowded({ busyAfterMs = 60_000, onPart = async () => {} } = {}) {
  // All requests in this file come from one IP address.
  const wide = [1_000_000, 300] as const
  const rates = new RateLimiter(createRateCounts(database.db), { write: { user: wide, ip: wide } })
  const app = await createHttpServer({
    log: pino({ level: 'silent' }),
    rates,
    authenticate: async () => null,
    publicUrl: null,
    trustProxy: false,
    tileHosts: [],
    checkAnswers: true,
    languages: ['en', 'de'],
    busyAfterMs,
    places: { start: PLACES, min: PLACES, max: PLACES },
  })
  const seen = { hooks: 0, waiting: 0, taken: 0 }
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  app.addHook('onRequest', async () => {
    seen.hooks += 1
  })
  const work = async () => {
    seen.waiting += 1
    await ended
    return {}
  }
  serve(app, endpoint('GET /api/work', { ...SPEC, answer: z.object({}) }), work)
  serve(
    app,
    endpoint('POST /api/work', { ...SPEC, body: z.object({ text: z.string() }), answer: z.object({}) }),
    work,
  )
  serve(app, endpoint('GET /api/health/x', { ...SPEC, answer: z.object({}) }), () => ({}))
  serve(app, endpoint('GET /api/quick', { ...SPEC, answer: z.object({}) }), () => ({}))
  serve(app, endpoint('GET /api/stream', SPEC), ({ reply }) => {
    reply.hijack()
    if (takeOver(reply.raw, 200, { 'content-type': 'text/event-stream' })) seen.taken += 1
    return reply
  })
  app.patch('/api/uploads/:id', { config: { policy: 'anyone' } }, async () => {
    await onPart()
    return 'taken'
  })
  app.post('/api/uploads', { config: { policy: 'anyone' } }, async (_request, reply) =>
    reply.code(201).send('begun'),
  )
  app.get('/*', { config: { policy: 'anyone' } }, async () => 'page')
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    end()
    await app.close()
    await rates.close()
  })
  const { port } = app.server.address() as AddressInfo
  const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)
  /** Opens a connection that records the data it receives. */
  const line = async () => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    await once(socket, 'connect')
    const got = { text: '' }
    socket.setEncoding('utf8').on('data', (part: string) => (got.text += part))
    return { socket, got, send: (...lines: string[]) => socket.write(`${lines.join('\r\n')}\r\n\r\n`) }
  }
  /** Takes slots, and waits until their requests are running. */
  const fill = async (count: number) => {
    const answers = Array.from({ length: count }, () =>
      ask('/api/work', { method: 'POST', headers: OF_MEMBER, body: '{"text":"x"}' }),
    )
    await expect.poll(() => seen.waiting).toBe(count)
    return () => Promise.all(answers)
  }
  return { app, seen, ask, line, fill, end: () => end(), port }
}

const OF_MEMBER = { authorization: 'Bearer x', 'content-type': 'application/json' }

test('without a free slot, a request is refused before the framework sees it, and counted', async () => {
  const { seen, ask, fill, end } = await crowded()
  const rules: string[] = []
  onTestFinished(watch('refusal', ({ rule }) => rules.push(rule)))
  const inProgress = await fill(PLACES)
  const before = seen.hooks
  const answer = await ask('/api/quick', { headers: { ...OF_MEMBER, 'accept-language': 'de' } })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-language')).toBe('de')
  const problem = (await answer.json()) as { code: string; detail: string; request_id: string }
  expect(problem.code).toBe('UNAVAILABLE')
  expect(problem.detail).not.toMatch(/\bthe\b/i)
  expect(problem.request_id).toBe(answer.headers.get('x-request-id'))
  expect([seen.hooks - before, rules]).toEqual([0, ['overload']])
  end()
  expect((await inProgress()).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await ask('/api/quick')).status).toBe(200)
})

test('refuses every spelling of an API path, but not health checks, pages, preflights, and uploads', async () => {
  const { ask, fill, line, port } = await crowded()
  await fill(PLACES)
  const fetchStatus = async (path: string, init: RequestInit = {}) => (await ask(path, init)).status
  for (const path of ['/api/quick', '/%61pi/quick', '/api/%71uick', '/api/quick?x=%20', '/api/none'])
    expect([path, await fetchStatus(path)]).toEqual([path, 503])
  const { send, got } = await line()
  send(`GET http://127.0.0.1:${port}/api/quick HTTP/1.1`, 'Host: x')
  await expect.poll(() => got.text).toMatch(/^HTTP\/1\.1 503 /)
  for (const path of ['/', '/feed', '/api/health/x', '/%61pi/health/x'])
    expect([path, await fetchStatus(path)]).toEqual([path, 200])
  expect(await fetchStatus('/api/uploads/1', { method: 'PATCH' })).toBe(200)
  expect(await fetchStatus('/api/quick', { method: 'OPTIONS' })).not.toBe(503)
})

test("refuses members' writes last and visitors' reads first", async () => {
  const { ask, fill } = await crowded()
  const fetchStatus = async (headers: Record<string, string>) => (await ask('/api/quick', { headers })).status
  await fill(PLACES - 1)
  expect(await fetchStatus({})).toBe(503)
  expect(await fetchStatus({ cookie: '__Host-nollie.session=x' })).toBe(200)
  await fill(PLACES)
  expect(await fetchStatus({ cookie: 'nollie.session=x' })).toBe(503)
})

test('streams and slow bodies take no slots', async () => {
  const { seen, ask, line } = await crowded()
  for (let n = 1; n <= PLACES * 2; n += 1) {
    const { send } = await line()
    send('GET /api/stream HTTP/1.1', 'Host: x', 'Authorization: x')
    await expect.poll(() => seen.taken).toBe(n)
  }
  expect((await ask('/api/quick')).status).toBe(200)
  for (let n = 0; n < PLACES; n += 1) {
    const { send } = await line()
    send(
      'POST /api/work HTTP/1.1',
      'Host: x',
      'Authorization: x',
      'Content-Type: application/json',
      'Content-Length: 12',
    )
  }
  await expect.poll(async () => (await ask('/api/quick')).status).toBe(200)
})

test('a request that ends without a response gives its slot back', async () => {
  const { ask, fill, line, seen } = await crowded()
  await fill(PLACES - 1)
  const { socket, send } = await line()
  send('GET /api/work HTTP/1.1', 'Host: x', 'Authorization: x')
  await expect.poll(() => seen.waiting).toBe(PLACES)
  expect((await ask('/api/quick', { headers: OF_MEMBER })).status).toBe(503)
  socket.destroy()
  await expect.poll(async () => (await ask('/api/quick', { headers: OF_MEMBER })).status).toBe(200)
})

test('a refused connection stays usable: after a body, after HEAD, after pipelined requests', async () => {
  const { fill, line, end } = await crowded()
  const inProgress = await fill(PLACES)
  const { send, got, socket } = await line()
  const post = ['POST /api/work HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 12']
  socket.write(`${post.join('\r\n')}\r\n\r\n{"text":"x"}`)
  send('HEAD /api/quick HTTP/1.1', 'Host: x')
  socket.write('GET /api/quick HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2))
  await expect.poll(() => got.text.match(/HTTP\/1\.1 503 Service Unavailable\r\n/g)?.length).toBe(4)
  await expect.poll(() => got.text.match(/"code":"UNAVAILABLE"/g)?.length).toBe(3)
  end()
  await inProgress()
  send('GET /api/quick HTTP/1.1', 'Host: x', 'Connection: close')
  await once(socket, 'close')
  expect(got.text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(1)
})

test('if a client asks to close, its connection is closed after a refusal; apps can read refusals', async () => {
  const { fill, line } = await crowded()
  await fill(PLACES)
  const { send, got, socket } = await line()
  send('GET /api/quick HTTP/1.1', 'Host: x', 'Connection: close', 'Origin: capacitor://localhost')
  await once(socket, 'close')
  expect(got.text).toMatch(/^HTTP\/1\.1 503 /)
  expect(got.text).toMatch(/\r\naccess-control-allow-origin: capacitor:\/\/localhost\r\n/)
  expect(got.text).toMatch(/\r\naccess-control-expose-headers: [^\r]*retry-after/)
  const other = await line()
  other.send('GET /api/quick HTTP/1.1', 'Host: x', 'Connection: close', 'Origin: https://evil.example')
  await once(other.socket, 'close')
  expect(other.got.text).not.toContain('access-control')
})

test('with no latency limit, no one is refused', async () => {
  const { ask, fill } = await crowded({ busyAfterMs: 0 })
  await fill(PLACES * 3)
  expect((await ask('/api/quick')).status).toBe(200)
})

test("R13 admits only as many requests of an operation as its resource can take, and doesn't affect others", async () => {
  const { app, ask, seen, end } = await crowded()
  const door = { room: 2, refused: 0 }
  app.admission.narrow(['POST /api/work'], { room: () => door.room, refused: () => (door.refused += 1) })
  const write = () => ask('/api/work', { method: 'POST', headers: OF_MEMBER, body: '{"text":"x"}' })
  const first = [write(), write()]
  await expect.poll(() => seen.waiting).toBe(2)
  const refused = await write()
  expect([refused.status, refused.headers.get('retry-after'), door.refused]).toEqual([503, '2', 1])
  expect((await ask('/api/quick')).status).toBe(200)
  door.room = 3
  const third = write()
  await expect.poll(() => seen.waiting).toBe(3)
  expect((await write()).status).toBe(503)
  end()
  await Promise.all([...first, third])
  expect((await write()).status).toBe(200)
})

test('R13 while file parts are slow to store, admits fewer new uploads but still accepts parts', async () => {
  const parts = { waiting: 0 }
  let endParts = () => {}
  const ended = new Promise<void>((resolve) => (endParts = resolve))
  const { ask } = await crowded({
    onPart: async () => {
      parts.waiting += 1
      await ended
    },
  })
  const headers = { authorization: 'Bearer x' }
  onTestFinished(() => endParts())
  const send = () => ask('/api/uploads/x', { method: 'PATCH', headers })
  const begin = () => ask('/api/uploads', { method: 'POST', headers })
  expect((await begin()).status).toBe(201)
  const all = Array.from({ length: 64 }, send)
  await expect.poll(() => parts.waiting).toBe(64)
  const refused = await begin()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await ask('/api/quick')).status).toBe(200)
  const late = send()
  endParts()
  expect((await late).status).toBe(200)
  await Promise.all(all)
  expect((await begin()).status).toBe(201)
})
