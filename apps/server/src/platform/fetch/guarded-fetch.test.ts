import http from 'node:http'
import https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PHOTO_HOST } from '../../../test/services/photo-host.ts'
import { isPublicAddress } from './public-addresses.ts'
import { type FetchOptions, FetchRefused, guardedFetch } from './guarded-fetch.ts'

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void
let answer: Answer
let requests: string[] = []
let connections = 0
let photos: https.Server
let plain: http.Server
const sockets = new Set<Socket>()

function getPort(server: http.Server) {
  return (server.address() as AddressInfo).port
}

function listening(server: http.Server) {
  return new Promise<void>((resolve) => {
    server.on('connection', (socket: Socket) => {
      connections++
      sockets.add(socket.on('error', () => {}))
    })
    server.listen(0, '127.0.0.1', resolve)
  })
}

beforeAll(async () => {
  const handle: Answer = (request, response) => {
    requests.push(`${request.headers.host}${request.url}`)
    answer(request, response)
  }
  photos = https.createServer(PHOTO_HOST, handle)
  plain = http.createServer(handle)
  await Promise.all([listening(photos), listening(plain)])
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  photos.close()
  plain.close()
})
beforeEach(() => {
  requests = []
  connections = 0
  answer = (_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('bytes')
})

/** Options for a network in which photos.example resolves to this machine, which counts as public. */
function open(more: Partial<FetchOptions> = {}): Partial<FetchOptions> {
  return {
    resolve: async () => ['127.0.0.1'],
    isAllowed: () => true,
    port: getPort(photos),
    ca: PHOTO_HOST.cert,
    ...more,
  }
}

async function why(address: string, options: Partial<FetchOptions>, stop?: AbortSignal) {
  const failure = await guardedFetch(address, options, stop).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(FetchRefused)
  return (failure as FetchRefused).why
}

const PHOTO = 'https://photos.example/a.jpg?b=1'

test('E1 fetches a public https URL without sending anything that identifies us', async () => {
  let headers: http.IncomingHttpHeaders = {}
  answer = (request, response) => {
    headers = request.headers
    response.writeHead(200, { 'content-type': 'image/jpeg; q=1' }).end('bytes')
  }
  expect((await guardedFetch(PHOTO, open())).toString()).toBe('bytes')
  expect(requests).toEqual(['photos.example/a.jpg?b=1'])
  expect(Object.keys(headers).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
})

test('E1 refuses every notation for this machine’s addresses before connecting', async () => {
  const hosts = [
    'localhost',
    '127.0.0.1',
    '127.1',
    '0',
    '0.0.0.0',
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '127.0.0.1.',
    '127.255.255.254',
    '①②⑦.⓪.⓪.①',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[fec0::1]',
    '[fc00::1]',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[ff02::1]',
    '[2001:db8::1]',
    '[100::1]',
    '[5f00::1]',
    '[64:ff9b:1::1]',
  ]
  const real = { port: getPort(photos), ca: PHOTO_HOST.cert }
  for (const host of hosts) expect(await why(`https://${host}/`, real), host).toBe('address')
  expect(connections).toBe(0)
})

test('E1 allows only https on the default port, without credentials', async () => {
  const bad = [
    `http://photos.example/`,
    `http://127.0.0.1:${getPort(plain)}/`,
    'https://photos.example:8443/',
    'https://photos.example:22/',
    'https://me:secret@photos.example/',
    'https://photos.example@127.0.0.1:8000/',
    'file:///etc/passwd',
    'gopher://photos.example/',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    '//photos.example/a.jpg',
    'photos.example/a.jpg',
    '',
  ]
  for (const address of bad) expect(await why(address, open()), address).toBe('address')
  expect(connections).toBe(0)
})

test('E1 refuses a name that resolves to this machine, even if it also resolves to a public address', async () => {
  for (const addresses of [['127.0.0.1'], ['::1'], ['93.184.216.34', '10.0.0.7'], ['::ffff:10.0.0.7']]) {
    const options = { port: getPort(photos), ca: PHOTO_HOST.cert, resolve: async () => addresses }
    expect(await why(PHOTO, options), addresses.join()).toBe('address')
  }
  expect(await why(PHOTO, open({ resolve: async () => [] }))).toBe('network')
  expect(connections).toBe(0)
})

test('E1 resolves a name once per hop, and connects to the checked address', async () => {
  // The first lookup is harmless; a second one would lead elsewhere.
  let times = 0
  const resolve = async () => (times++ === 0 ? ['127.0.0.1'] : ['127.0.0.9'])
  const isAllowed = (address: string) => address === '127.0.0.1'
  expect((await guardedFetch(PHOTO, open({ resolve, isAllowed }))).toString()).toBe('bytes')
  expect([times, connections]).toEqual([1, 1])
})

test('E1 checks every redirect like the first URL', async () => {
  const to = (location: string) => {
    answer = (request, response) =>
      request.url === '/end'
        ? response.writeHead(200, { 'content-type': 'image/png' }).end('end')
        : response.writeHead(302, { location }).end()
  }
  to('https://moved.example/end')
  expect((await guardedFetch(PHOTO, open())).toString()).toBe('end')
  to('/end')
  expect((await guardedFetch(PHOTO, open())).toString()).toBe('end')
  const inside = (host: string) =>
    open({
      resolve: async (name) => (name === host ? ['10.0.0.7'] : ['127.0.0.1']),
      isAllowed: (ip) => ip === '127.0.0.1',
    })
  to('https://moved.example/end')
  expect(await why(PHOTO, inside('moved.example'))).toBe('address')
  const before = connections
  for (const location of [
    `http://127.0.0.1:${getPort(plain)}/`,
    'https://photos.example:444/',
    'https://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    '',
  ]) {
    to(location)
    expect(await why(PHOTO, inside('none.example')), location).toMatch(/^(address|redirects)$/)
  }
  expect(connections - before).toBeLessThanOrEqual(5 + 3)
  expect(requests.filter((host) => !/^(photos|moved)\.example/.test(host))).toEqual([])
  to('https://photos.example/again')
  expect(await why(PHOTO, open())).toBe('redirects')
})

test('E1 refuses oversized, compressed, mistyped, and failed responses', async () => {
  const refused = async (head: http.OutgoingHttpHeaders, body: string | Buffer, status = 200) => {
    answer = (_, response) => response.writeHead(status, head).end(body)
    return why(PHOTO, open({ maxBytes: 1000 }))
  }
  const image = { 'content-type': 'image/jpeg' }
  expect(await refused({ ...image, 'content-length': 1001 }, Buffer.alloc(1001))).toBe('size')
  expect(await refused({ ...image, 'transfer-encoding': 'chunked' }, Buffer.alloc(5000))).toBe('size')
  expect(await refused({ 'content-type': 'text/html' }, '<script>')).toBe('type')
  expect(await refused({ 'content-type': 'image/svg+xml' }, '<svg/>')).toBe('type')
  expect(await refused({}, 'bytes')).toBe('type')
  expect(await refused({ ...image, 'content-encoding': 'gzip' }, 'bytes')).toBe('type')
  for (const status of [204, 206, 304, 404, 500]) expect(await refused(image, '', status)).toBe('status')
  answer = (_, response) => {
    // Declares a short body, then never stops sending.
    response.writeHead(200, image)
    const more = setInterval(() => response.write(Buffer.alloc(400)), 5)
    response.on('close', () => clearInterval(more))
  }
  expect(await why(PHOTO, open({ maxBytes: 1000 }))).toBe('size')
})

test('E1 R12 ends slow, silent, truncated, and aborted requests, and leaves no connection open', async () => {
  const quick = open({ timeoutMs: 300 })
  answer = () => {}
  expect(await why(PHOTO, quick)).toBe('time')
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' })
    const drip = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(drip))
  }
  expect(await why(PHOTO, quick)).toBe('time')
  expect(await why(PHOTO, { ...quick, resolve: () => new Promise(() => {}) })).toBe('time')
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': 100 })
    response.write('half')
    setTimeout(() => response.destroy(), 20)
  }
  expect(await why(PHOTO, open())).toBe('network')
  answer = () => {}
  expect(await why(PHOTO, open(), AbortSignal.timeout(100))).toBe('network')
  await expect.poll(() => [...sockets].every((socket) => socket.destroyed)).toBe(true)
})

test('E1 refuses a certificate for another name or from an unknown authority', async () => {
  expect(await why('https://other.example/', open())).toBe('network')
  const { ca: _, ...unknown } = open()
  expect(await why(PHOTO, unknown)).toBe('network')
  expect(await why(PHOTO, open({ port: getPort(plain) }))).toBe('network')
  expect(requests).toEqual([])
})

test('E1 recognizes public addresses', () => {
  for (const address of ['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450:4003::1'])
    expect(isPublicAddress(address), address).toBe(true)
  for (const address of ['', 'photos.example', '0x8.8.8.8', '8.8.8.8:80', '::ffff:8.8.8.8', 'fe80::1%eth0'])
    expect(isPublicAddress(address), address).toBe(false)
})
