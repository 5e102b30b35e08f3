import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoint } from '@nollie/contract/endpoint'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { member } from '../../../../test/actors/people.ts'
import { freePort } from '../../../../test/world/program.ts'
import { getUploadId, uploader } from '../../../../test/actors/uploads.ts'
import { CONNECTION_FIGURES, type ConnectionFigures } from './connections.ts'
import { createRateCounts } from '../../../db/rate-counts.ts'
import { createHttpServer, RateLimiter, serve } from '../index.ts'
import { listenOn } from './listen.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

// A tenth of the real limits, so that the tests for slow clients are fast.
const QUICK = { headersMs: 1_000, headersCheckMs: 100, bodyMs: 1_000 }
/** For the other tests, on machines where a second is not enough for several connections. */
const PATIENT = { ...QUICK, headersMs: 60_000, bodyMs: 60_000 }

type Options = {
  addresses?: [string, ...string[]]
  connections?: Partial<ConnectionFigures>
  trustProxy?: boolean | string[]
}

/** Starts a server with one operation, which returns the length of its body. */
async function listening({ addresses = ['127.0.0.1'], connections, trustProxy = false }: Options) {
  const app = await createHttpServer({
    log: pino({ level: 'silent' }),
    rates: new RateLimiter(createRateCounts(it.db)),
    authenticate: async () => null,
    publicUrl: null,
    trustProxy,
    tileHosts: [],
    checkAnswers: true,
    connections: { ...PATIENT, ...connections },
  })
  const spec = {
    summary: 'x',
    policy: 'anyone',
    rate: 'write',
    body: z.object({ text: z.string() }),
    answer: z.object({ length: z.number() }),
  } as const
  serve(app, endpoint('POST /api/length', spec), ({ body }) => ({ length: body.text.length }))
  const port = await freePort()
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  const slow = { waiting: 0, done: 0, answer, doneAtEnd: -1 }
  app.get('/slow', { config: { policy: 'anyone' } }, async () => {
    slow.waiting += 1
    await asked
    slow.done += 1
    return 'done'
  })
  app.addHook('onClose', async () => {
    slow.doneAtEnd = slow.done
  })
  await listenOn(app, addresses, port)
  onTestFinished(() => app.close())
  const open = async (from = '127.0.0.1', host = '127.0.0.1') => {
    const socket = connect({ port, host, localAddress: from })
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  return { app, port, open, slow }
}

async function ended(socket: Socket): Promise<string> {
  let answer = ''
  socket.on('data', (part) => (answer += part))
  if (!socket.destroyed) await once(socket, 'close')
  return answer
}

function POST(length: number) {
  return `POST /api/length HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
}

test('the defaults: headers within 10 s, bodies at 8 kB/s on average over 10 s, ten checks a second', () => {
  expect(CONNECTION_FIGURES).toEqual({
    headersMs: 10_000,
    headersCheckMs: 100,
    bodyBytesPerSecond: 8192,
    bodyMs: 10_000,
    perAddress: 256,
    total: 15_000,
  })
  const { headersTimeout, requestTimeout } = it.app.server
  expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 0 })
})

describe('slow clients (L1, R12)', () => {
  test.each([
    ['half headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-A: '],
    ['half a line', 'GET /'],
  ])('%s end with 408', async (_what, bytes) => {
    const { open } = await listening({ connections: QUICK })
    const socket = await open()
    socket.write(bytes)
    const dripping = setInterval(() => socket.write('a'), 50)
    const answer = await ended(socket)
    clearInterval(dripping)
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(answer).toContain('content-security-policy')
    expect(answer).toContain('"code":"REQUEST_TIMEOUT"')
  })

  test('ends a connection that sends nothing', async () => {
    const { open } = await listening({ connections: QUICK })
    await ended(await open())
  })

  test('ends a body that trickles in with 408', async () => {
    const { open } = await listening({ connections: QUICK })
    const socket = await open()
    socket.write(`${POST(60_000)}{"text":"`)
    const dripping = setInterval(() => socket.write('a'), 20)
    const answer = await ended(socket)
    clearInterval(dripping)
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(answer).toContain('"code":"REQUEST_TIMEOUT"')
  })

  test('also ends one that started fast, or was answered before it arrived completely', async () => {
    const { open } = await listening({ connections: { ...PATIENT, bodyMs: 1_000 } })
    const fast = await open()
    fast.write(`${POST(60_000)}{"text":"${'a'.repeat(30_000)}`)
    const refused = await open()
    refused.write(POST(60_000).replace('Host', 'Sec-Fetch-Site: cross-site\r\nHost'))
    const [first, second] = await Promise.all([ended(fast), ended(refused)])
    expect(first).toMatch(/^HTTP\/1\.1 408/)
    expect(second).toMatch(/^HTTP\/1\.1 403/)
    expect(second).not.toContain('HTTP/1.1 408')
  })

  test('a fast body can take much longer', async () => {
    const { port } = await listening({ connections: { bodyMs: 1_000, bodyBytesPerSecond: 50 } })
    const text = 'a'.repeat(15_000)
    const body = JSON.stringify({ text })
    const sending = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/length',
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    })
    const answered = once(sending, 'response')
    for (let at = 0; at < body.length; at += 500) {
      sending.write(body.slice(at, at + 500))
      await sleep(100)
    }
    sending.end()
    const [answer] = await answered
    expect(answer.statusCode).toBe(200)
    answer.resume()
  })
})

test('a stalled upload ends, retains the received bytes, and resumes from there', async () => {
  const slow = await testApp({ connections: QUICK })
  onTestFinished(() => slow.close())
  const uma = await member(slow, 'uma')
  const sending = uploader(slow, uma)
  const id = getUploadId(await sending.begin(60_000))
  const { authorization } = uma.bearer
  await slow.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = slow.app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(
    `PATCH /api/uploads/${id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: 60000\r\n\r\n`,
  )
  socket.write(Buffer.alloc(20_000))
  expect(await ended(socket)).toMatch(/^HTTP\/1\.1 408/)
  await expect.poll(async () => (await sending.head(id)).headers['upload-offset']).toBe('20000')
  expect((await sending.send(id, 20_000, Buffer.alloc(10_000))).headers['upload-offset']).toBe('30000')
})

describe('many connections (L1)', () => {
  const stays = async (socket: Socket) => {
    socket.write('GET /api/nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n')
    return await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'close').then(() => false),
    ])
  }

  test('limits each address separately', async () => {
    const { open } = await listening({ connections: { perAddress: 3 } })
    const mine = await Promise.all(Array.from({ length: 3 }, () => open('127.0.0.2')))
    expect(await Promise.all(mine.map(stays))).toEqual([true, true, true])
    expect(await stays(await open('127.0.0.2'))).toBe(false)
    expect(await stays(await open('127.0.0.3'))).toBe(true)
    mine[0]?.destroy()
    await expect.poll(async () => stays(await open('127.0.0.2'))).toBe(true)
  })

  test('exempts a trusted proxy, and no other one', async () => {
    const { open } = await listening({
      connections: { perAddress: 1 },
      trustProxy: ['127.0.0.2/32', '10.0.0.0/8'],
    })
    const proxy = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')]
    expect(await Promise.all(proxy.map(stays))).toEqual([true, true, true])
    const others = [await open('127.0.0.3'), await open('127.0.0.3')]
    expect((await Promise.all(others.map(stays))).filter(Boolean)).toHaveLength(1)
  })

  test('limits all connections together', async () => {
    const { open } = await listening({ connections: { total: 2 } })
    const sockets = [await open('127.0.0.2'), await open('127.0.0.3')]
    expect(await Promise.all(sockets.map(stays))).toEqual([true, true])
    expect(await stays(await open('127.0.0.4'))).toBe(false)
  })
})

describe('a server at more than one address', () => {
  const addresses: [string, ...string[]] = ['127.0.0.1', '127.0.0.2', '192.0.2.1']

  test("applies the same guards at each address, and skips those the machine doesn't have", async () => {
    const { open } = await listening({ addresses, connections: { headersMs: 5_000, perAddress: 2 } })
    const late = await Promise.all(addresses.slice(0, 2).map((host) => open('127.0.0.9', host)))
    const third = await open('127.0.0.9', '127.0.0.2')
    third.write('GET /api/nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(await ended(third)).toBe('')
    for (const socket of late) socket.write('GET /')
    expect(await Promise.all(late.map(ended))).toEqual(
      late.map(() => expect.stringMatching(/^HTTP\/1\.1 408/)),
    )
  })

  test('stops once requests are answered at all addresses', async () => {
    const { app, port, slow } = await listening({ addresses })
    const answers = addresses
      .slice(0, 2)
      .map(async (host) => (await fetch(`http://${host}:${port}/slow`)).text())
    await expect.poll(() => slow.waiting).toBe(2)
    const closing = app.close()
    slow.answer()
    expect(await Promise.all(answers)).toEqual(['done', 'done'])
    await closing
    expect(slow.doneAtEnd).toBe(2)
    await expect(fetch(`http://127.0.0.2:${port}/slow`)).rejects.toThrow('fetch failed')
  })
})
