import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { Agent, get } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { selfSigned } from '../../../../test/makers/certificate.ts'
import { freePort } from '../../../../test/world/program.ts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createRateCounts } from '../../../db/rate-counts.ts'
import { createHttpServer, RateLimiter } from '../index.ts'
import { listenAt, requireFreePort } from './listen.ts'

function makeCertificate(name: string) {
  const { key, certificate } = selfSigned(name)
  return { key, cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n` }
}

const ours = makeCertificate('nollie')
const other = makeCertificate('nollie')

let it: TestApp
let app: FastifyInstance
let port: number
beforeAll(async () => {
  it = await testApp()
  app = await createHttpServer({
    log: pino({ level: 'silent' }),
    rates: new RateLimiter(createRateCounts(it.db)),
    authenticate: async () => null,
    publicUrl: null,
    trustProxy: false,
    tileHosts: [],
    checkAnswers: true,
    connections: { headersMs: 5_000, headersCheckMs: 100 },
  })
  app.get('/here', { config: { policy: 'anyone' } }, async () => 'here')
  port = await freePort()
  await listenAt(app, { host: '127.0.0.1', port, certificate: ours })
})
afterAll(() => it.close())

function trusting(ca: string, options: object = {}) {
  return {
    port,
    host: '127.0.0.1',
    servername: 'nollie',
    ca,
    ...options,
  }
}

async function ask(options: object): Promise<{ status: number | undefined; body: string }> {
  const request = get({ ...options, path: '/here' })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await text(response) }
}

test('V12.3.3 V12.3.4 with a certificate, the server only speaks TLS, and clients verify it', async () => {
  expect(await ask(trusting(ours.cert))).toMatchObject({ status: 200 })
  await expect(ask(trusting(other.cert))).rejects.toThrow(/self.signed|verify/)
  await expect(ask(trusting(ours.cert, { servername: 'somebody-else' }))).rejects.toThrow(/altname/i)
  await expect(ask(trusting(ours.cert, { maxVersion: 'TLSv1.1' }))).rejects.toThrow(/version|protocol/i)
  const plain = getPlain({ port, host: '127.0.0.1', path: '/here' })
  await expect(once(plain, 'response')).rejects.toThrow(/hang up|ECONNRESET|Parse/)
})

test('L1 also ends TLS connections with slow headers', async () => {
  const socket = connect(trusting(ours.cert))
  await once(socket, 'secureConnect')
  socket.resume().write('GET / HTTP/1.1\r\n')
  await once(socket, 'close')
})

test.for([
  [{ host: '127.0.0.1' }, '127.0.0.1'],
  [{ host: '0.0.0.0' }, '127.0.0.1'],
  [{ host: '127.0.0.1' }, '0.0.0.0'],
  [{ host: '127.0.0.1' }, 'localhost'],
  [{ host: '::1' }, 'localhost'],
  [{ host: '127.0.0.1', reusePort: process.platform === 'linux' }, '127.0.0.1'],
] as const)('refuses a port that another program uses: %o, for HOST=%s', async ([taken, host], { skip }) => {
  const names = await lookup('localhost', { all: true })
  skip(taken.host === '::1' && !names.some(({ address }) => address === '::1'), 'localhost has no ::1 here')
  const program = createServer().listen({ ...taken, port: 0 })
  await once(program, 'listening')
  onTestFinished(() => void program.close())
  const at = { host, port: (program.address() as AddressInfo).port, setting: 'PORT' }
  await expect(requireFreePort(at)).rejects.toThrow(/^Port \d+ is in use .* another PORT\.$/)
  program.close()
  await once(program, 'close')
  await expect(requireFreePort(at)).resolves.toBeUndefined()
})

test("an idle keep-alive connection doesn't delay shutdown", async () => {
  const agent = new Agent({ keepAlive: true })
  expect(await ask(trusting(ours.cert, { agent }))).toMatchObject({ status: 200 })
  await app.close()
  agent.destroy()
})
