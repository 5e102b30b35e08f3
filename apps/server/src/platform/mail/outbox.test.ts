import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { mailsTo, tokenIn } from '../../../test/mails.ts'
import { post } from '../../../test/people.ts'
import { mayShowOutbox } from './index.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
  const ada = { username: 'ada', email: 'ada@example.com', password: 'some good words' }
  await post(it.app, '/api/auth/sign-up', ada)
  await mailsTo(it, ada.email)
})
afterAll(() => it.close())

const page = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1', url = '/dev/outbox') =>
  it.app.inject({ url, remoteAddress, headers: { host: 'localhost:3000', ...headers } })
const configOf = async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  (await page(headers, remoteAddress, '/api/config')).json().outbox

describe('the outbox page', () => {
  test('shows mails newest first, with a link that can be followed', async () => {
    const ben = { username: 'ben', email: 'ben@example.com', password: 'some good words' }
    await post(it.app, '/api/auth/sign-up', ben)
    const [mail] = await mailsTo(it, ben.email)
    const { statusCode, body, headers } = await page()
    expect(statusCode).toBe(200)
    expect(body.indexOf('ben@example.com')).toBeLessThan(body.indexOf('ada@example.com'))
    expect(body).toContain(`<a href="http://localhost:3000/auth?verify=${tokenIn(mail, 'verify')}"`)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(headers['cache-control']).toBe('no-store')
    expect(await configOf()).toBe('/dev/outbox')
  })

  test('shows how a mail looks in a frame that runs nothing', async () => {
    const [, src = ''] =
      /<iframe sandbox="([^"]*)"[^>]* src="([^"]+)"/.exec((await page()).body)?.slice(1) ?? []
    const { statusCode, body, headers } = await page({}, '127.0.0.1', src)
    expect(statusCode).toBe(200)
    expect(body).toContain('Verify email')
    expect(headers['content-security-policy']).toContain('sandbox allow-popups')
    expect(headers['content-security-policy']).not.toContain('allow-scripts')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('a mail from elsewhere in the folder cannot script the page', async () => {
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
    'gives no other file: %s',
    async (name) => {
      expect((await page({}, '127.0.0.1', `/dev/outbox/${name}`)).statusCode).toBeGreaterThanOrEqual(400)
    },
  )

  test.each([
    ['another machine', {}, '192.0.2.7'],
    ['another machine over IPv6', {}, '2001:db8::1'],
    ['another machine, mapped', {}, '::ffff:192.0.2.7'],
    ['another machine that claims to be this one', { 'x-forwarded-for': '127.0.0.1' }, '192.0.2.7'],
    ['somebody behind a proxy on this machine', { 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1'],
    ['somebody behind a proxy that says Forwarded', { forwarded: 'for=192.0.2.7' }, '127.0.0.1'],
    ['somebody behind a proxy that says Via', { via: '1.1 proxy' }, '127.0.0.1'],
    ['somebody behind a proxy that says X-Real-IP', { 'x-real-ip': '192.0.2.7' }, '127.0.0.1'],
    ['somebody behind a proxy that says its own name', { 'x-forwarded-host': 'a.example' }, '127.0.0.1'],
    ['a name pointed at this machine', { host: 'evil.example' }, '127.0.0.1'],
    ['a name that begins like this machine', { host: 'localhost.evil.example:3000' }, '127.0.0.1'],
    ['a name with this machine as user', { host: 'localhost@evil.example' }, '127.0.0.1'],
  ])('is not there for %s', async (_who, headers, address) => {
    const answer = await page(headers, address)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('example.com')
    expect(await configOf(headers, address)).toBeNull()
  })

  test.each([
    ['127.0.0.1', '127.0.0.1:3000'],
    ['127.0.0.53', 'localhost'],
    ['::1', '[::1]:3000'],
    ['::ffff:127.0.0.1', 'localhost:3000'],
  ])('is there for this machine: %s as %s', async (address, host) => {
    expect((await page({ host }, address)).statusCode).toBe(200)
  })
})

test.each([
  ['a mail server', { smtpUrl: 'smtp://127.0.0.1:9' }],
  ['a proxy in front', { trustProxy: true }],
  ['a public name, so a proxy in front', { publicUrl: new URL('http://nollie.example') }],
  ['TLS, so a proxy in front', { publicUrl: new URL('https://nollie.example') }],
])('with %s there is no outbox page', async (_why, options) => {
  const other = await testApp(options)
  const answer = await other.app.inject({ url: '/dev/outbox', headers: { host: 'localhost:3000' } })
  expect(answer.statusCode).toBe(404)
  await other.close()
})

test('whoever speaks HTTP/1.0, as plain proxies do, sees no outbox', async () => {
  const may = mayShowOutbox({ smtpUrl: null, publicUrl: new URL('http://localhost:3000'), trustProxy: false })
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
