import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECRET, type TestApp, testApp } from '../../../test/world/app.ts'
import type { AppDeps } from '../../app.ts'
import { mailsTo, tokenIn } from '../../../test/services/mails.ts'
import { post } from '../../../test/actors/people.ts'
import { Outbox, outboxAccess, outboxKey } from './index.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
  const ada = { username: 'ada', email: 'ada@example.com', password: 'some good words' }
  await post(it.app, '/api/auth/sign-up', ada)
  await mailsTo(it, ada.email)
})
afterAll(() => it.close())

const KEY = outboxKey(SECRET)
const cookie = `nollie.session=x; nollie.outbox=${KEY}`
/** Requests the page with the key. */
function page(headers: Record<string, string> = {}, remoteAddress = '127.0.0.1', url = '/dev/outbox') {
  return it.app.inject({ url, remoteAddress, headers: { host: 'localhost:3000', cookie, ...headers } })
}

async function fetchConfig(headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  return (await page(headers, remoteAddress, '/api/config')).json().outbox
}

describe('the outbox page', () => {
  test('shows emails newest first, with working links', async () => {
    const ben = { username: 'ben', email: 'ben@example.com', password: 'some good words' }
    await post(it.app, '/api/auth/sign-up', ben)
    const [mail] = await mailsTo(it, ben.email)
    const { statusCode, body, headers } = await page()
    expect(statusCode).toBe(200)
    expect(body.indexOf('ben@example.com')).toBeLessThan(body.indexOf('ada@example.com'))
    expect(body).toContain(`<a href="http://localhost:3000/auth?verify=${tokenIn(mail, 'verify')}"`)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(headers['cache-control']).toBe('no-store')
    expect(await fetchConfig()).toBe('/dev/outbox')
  })

  test('moves the key from the URL to a cookie for this page only', async () => {
    const { statusCode, headers } = await page({ cookie: '' }, '127.0.0.1', `/dev/outbox?key=${KEY}`)
    expect(statusCode).toBe(303)
    expect(headers.location).toBe('/dev/outbox')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['set-cookie']).toBe(
      `nollie.outbox=${KEY}; Path=/dev/outbox; HttpOnly; SameSite=Strict; Max-Age=2592000`,
    )
  })

  test.each([
    ['no key', '', ''],
    ['another key in the address', '', `?key=${'a'.repeat(KEY.length)}`],
    ['another key in the cookie', `nollie.outbox=${'a'.repeat(KEY.length)}`, ''],
    ['a part of the key', `nollie.outbox=${KEY.slice(0, -1)}`, `?key=${KEY.slice(0, -1)}`],
    ['the key under another name', `outbox=${KEY}`, ''],
  ])('with %s: explains where the key is, and shows no email (M4)', async (_what, given, query) => {
    const { statusCode, body, headers } = await page({ cookie: given }, '127.0.0.1', `/dev/outbox${query}`)
    expect(statusCode).toBe(200)
    expect(body).toContain('You need a key')
    expect(body).not.toContain('example.com')
    expect(headers['set-cookie']).toBeUndefined()
    const [mail = ''] = readdirSync(join(it.dataDir, 'outbox'))
    expect((await page({ cookie: given }, '127.0.0.1', `/dev/outbox/${mail}${query}`)).statusCode).toBe(404)
    expect((await page({}, '127.0.0.1', `/dev/outbox/${mail}`)).statusCode).toBe(200)
  })

  test("shows an email's layout in a frame that runs no scripts", async () => {
    const [, src = ''] =
      /<iframe sandbox="([^"]*)"[^>]* src="([^"]+)"/.exec((await page()).body)?.slice(1) ?? []
    const { statusCode, body, headers } = await page({}, '127.0.0.1', src)
    expect(statusCode).toBe(200)
    expect(body).toContain('Verify email')
    expect(headers['content-security-policy']).toContain('sandbox allow-popups')
    expect(headers['content-security-policy']).not.toContain('allow-scripts')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  test("a foreign email in the folder can't script the page", async () => {
    const evil = '<img src=x onerror=alert(1)>'
    writeFileSync(
      join(it.dataDir, 'outbox', '29990101T000000000Z-evil.eml'),
      `To: "${evil}" <x@example.com>\nSubject: ${evil}\nContent-Type: text/plain\n\n${evil} javascript:alert(1) https://a.example/"onclick=alert(1)\n`,
    )
    const { body } = await page()
    expect(body).not.toContain('<img')
    expect(body).not.toContain('href="javascript')
    expect(body).not.toMatch(/<a [^>]*onclick/)
  })

  test.each(['..%2f..%2fsecret', '..%2fsecret', 'x.eml', '%00.eml', 'a%2fb.eml', '.eml'])(
    'serves no other file: %s',
    async (name) => {
      expect((await page({}, '127.0.0.1', `/dev/outbox/${name}`)).statusCode).toBeGreaterThanOrEqual(400)
    },
  )

  test.each<[string, Record<string, string>, string]>([
    ['another machine', {}, '192.0.2.7'],
    ['another machine over IPv6', {}, '2001:db8::1'],
    ['another machine, mapped', {}, '::ffff:192.0.2.7'],
    ['another machine that claims to be this one', { 'x-forwarded-for': '127.0.0.1' }, '192.0.2.7'],
    ['somebody behind a proxy on this machine', { 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1'],
    ['somebody behind a proxy that says Forwarded', { forwarded: 'for=192.0.2.7' }, '127.0.0.1'],
    ['somebody behind a proxy that says Via', { via: '1.1 proxy' }, '127.0.0.1'],
    ['somebody behind a proxy that says X-Real-IP', { 'x-real-ip': '192.0.2.7' }, '127.0.0.1'],
    ['somebody behind a proxy that says its own name', { 'x-forwarded-host': 'a.example' }, '127.0.0.1'],
    ...[
      'cf-ray',
      'cf-connecting-ip',
      'true-client-ip',
      'x-client-ip',
      'x-cluster-client-ip',
      'fastly-client-ip',
      'fly-client-ip',
      'client-ip',
      'x-forwarded',
      'x-amzn-trace-id',
      'x-envoy-external-address',
      'x-request-id',
      'cdn-loop',
      'akamai-origin-hop',
      'traceparent',
    ].map((name): [string, Record<string, string>, string] => [
      `somebody behind a proxy that says ${name}`,
      { [name]: '192.0.2.7' },
      '127.0.0.1',
    ]),
    ['a name pointed at this machine', { host: 'evil.example' }, '127.0.0.1'],
    ['a name that begins like this machine', { host: 'localhost.evil.example:3000' }, '127.0.0.1'],
    ['a name with this machine as user', { host: 'localhost@evil.example' }, '127.0.0.1'],
  ])('does not exist for %s', async (_who, headers, address) => {
    const answer = await page(headers, address)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('example.com')
    expect(await fetchConfig(headers, address)).toBeNull()
  })

  test.each([
    ['127.0.0.1', '127.0.0.1:3000'],
    ['127.0.0.53', 'localhost'],
    ['::1', '[::1]:3000'],
    ['::ffff:127.0.0.1', 'localhost:3000'],
  ])('exists for this machine: %s as %s', async (address, host) => {
    expect((await page({ host }, address)).statusCode).toBe(200)
  })
})

test.each<[string, Partial<AppDeps>]>([
  ['a mail server', { smtpUrl: 'smtp://127.0.0.1:9' }],
  ['a proxy in front', { trustProxy: true }],
  ['a public name, so a proxy in front', { publicUrl: new URL('http://nollie.example') }],
  ['TLS, so a proxy in front', { publicUrl: new URL('https://nollie.example') }],
  ...['0.0.0.0', '::', '192.0.2.1', 'nollie.example'].map((host): [string, Partial<AppDeps>] => [
    `HOST=${host}, which is more than this machine`,
    { host },
  ]),
])('with %s there is no outbox page', async (_why, options) => {
  const other = await testApp(options)
  const from = (url: string) => other.app.inject({ url, headers: { host: 'localhost:3000', cookie } })
  expect((await from('/dev/outbox')).statusCode).toBe(404)
  expect((await from(`/dev/outbox?key=${KEY}`)).statusCode).toBe(404)
  expect((await from('/api/config')).json().outbox).toBeNull()
  await other.close()
})

function getAccess(options: { host?: string; isDevelopment?: boolean }) {
  return outboxAccess({
    smtpUrl: null,
    host: 'localhost',
    publicUrl: new URL('http://localhost:3000'),
    trustProxy: false,
    secret: SECRET,
    isDevelopment: false,
    ...options,
  })
}

test.each(['localhost', '127.0.0.1', '127.0.0.53', '::1'])('HOST=%s means this machine', (host) => {
  expect(getAccess({ host }).isPossible).toBe(true)
})

test('only a developer gets the link with the key, because a relay looks like this machine (M4)', async () => {
  const fetchLink = async (app: TestApp['app'], headers = {}) =>
    (await app.inject({ url: '/api/config', headers: { host: 'localhost:3000', ...headers } })).json().outbox
  expect(await fetchLink(it.app)).toBe('/dev/outbox')
  const developers = await testApp({ isDevelopment: true })
  expect(await fetchLink(developers.app)).toBe(`/dev/outbox?key=${KEY}`)
  expect(await fetchLink(developers.app, { 'cf-ray': 'x' })).toBeNull()
  expect(await fetchLink(developers.app, { host: 'evil.example' })).toBeNull()
  await developers.close()
})

test('deletes emails after thirty days, and emails to an address when the account is deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-outbox-'))
  const outbox = new Outbox(folder)
  await outbox.forgetOld()
  const mailTo = (address: string) => Buffer.from(`To: <${address}>\nSubject: x\n\nx\n`)
  await outbox.put('old', mailTo('ada@example.com'))
  await outbox.put('new', mailTo('ada@example.com'))
  await outbox.put('other', mailTo('ben@example.com'))
  writeFileSync(join(folder, 'notes.txt'), 'not a mail')
  writeFileSync(join(folder, '20260101T000000000Z-cut.half'), 'x')
  const day = 24 * 3600
  const aged = (ending: string, days: number) => {
    const name = readdirSync(folder).find((one) => one.endsWith(ending)) ?? ''
    utimesSync(join(folder, name), Date.now() / 1000 - days * day, Date.now() / 1000 - days * day)
  }
  aged('old.eml', 31)
  aged('cut.half', 31)
  aged('notes.txt', 31)
  aged('new.eml', 29)
  const left = () => readdirSync(folder).map((name) => name.replace(/^\d+T\d+Z-/, ''))
  await outbox.forgetOld()
  expect(left().toSorted()).toEqual(['new.eml', 'notes.txt', 'other.eml'])
  await outbox.forgetTo('ADA@example.com')
  expect(left().toSorted()).toEqual(['notes.txt', 'other.eml'])
  rmSync(folder, { recursive: true })
})

test('hides the outbox from HTTP/1.0 clients, such as simple proxies', async () => {
  const { isFromHere: may } = getAccess({})
  const shownTo = (version: string): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const server = createServer((raw, response) => {
        response.end()
        resolve(may({ raw, socket: raw.socket, headers: raw.headers }))
        server.close()
      })
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`GET /dev/outbox HTTP/${version}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
        })
        socket.on('error', reject).resume()
      })
    })
  expect(await shownTo('1.1')).toBe(true)
  expect(await shownTo('1.0')).toBe(false)
})
