import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../test/world/app.ts'
import { member } from '../test/actors/people.ts'
import { SCREENS } from './web-screens.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'nollie-framed-'))
const PAGE = 'the embedded map'

let it: TestApp
beforeAll(async () => {
  const head = (lang: string) => `<!doctype html><html lang="${lang}"><head></head>`
  mkdirSync(join(webRoot, 'embed'))
  for (const [file, text] of Object.entries({
    'index.html': `${head('en')}<body>the client</body>`,
    'index.de.html': `${head('de')}<body>the client</body>`,
    'embed.html': `${head('en')}<body>${PAGE}</body>`,
    'embed.de.html': `${head('de')}<body>${PAGE}</body>`,
    'embed/main-1234567.js': 'void 0',
    'worker.js': 'the worker',
  }))
    writeFileSync(join(webRoot, file), text)
  it = await testApp({ webRoot })
})
afterAll(async () => {
  await it.close()
  rmSync(webRoot, { recursive: true, force: true })
})

/** Returns whether another site can show a response in a frame. */
function canBeFramed(headers: Record<string, unknown>): boolean {
  return (
    headers['x-frame-options'] !== 'DENY' ||
    !String(headers['content-security-policy']).includes("frame-ancestors 'none'")
  )
}

test('the embedded map can be framed, and is the same for everyone', async () => {
  const { cookie } = await member(it, 'nora')
  const frame = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }
  const url = '/embed?bbox=2,41,3,42&types=bowl'
  for (const headers of [{}, frame, { ...frame, ...cookie, origin: 'https://club.example' }]) {
    const answer = await it.app.inject({ url, headers })
    expect([answer.statusCode, answer.headers['x-frame-options'], answer.headers['set-cookie']]).toEqual([
      200,
      undefined,
      undefined,
    ])
    expect(answer.body).toContain(PAGE)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*;frame-ancestors \*(;|$)/),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      vary: expect.stringContaining('accept-language'),
    })
  }
  const { headers } = await it.app.inject(url)
  const again = await it.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.body, again.headers['x-frame-options']]).toEqual([304, '', undefined])
})

test('the embedded map has the language of its address or of the browser, and ignores cookies', async () => {
  const ask = async (search: string, headers: object) =>
    (await it.app.inject({ url: `/embed${search}`, headers: { ...headers } })).headers['content-language']
  expect(await ask('', {})).toBe('en')
  expect(await ask('', { 'accept-language': 'de-AT,de;q=0.9' })).toBe('de')
  expect(await ask('?lang=en', { 'accept-language': 'de' })).toBe('en')
  expect(await ask('?lang=xx&lang=de', { 'accept-language': 'de' })).toBe('de')
  expect(await ask('', { cookie: 'nollie.language=de', 'sec-fetch-site': 'none' })).toBe('en')
})

test('its scripts are cached as long as the client’s', async () => {
  const script = await it.app.inject('/embed/main-1234567.js')
  expect([script.statusCode, script.headers['cache-control']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ])
  expect((await it.app.inject('/embed/main-7654321.js')).statusCode).toBe(404)
})

test('nothing else can be framed', async () => {
  const operations = Object.values(contract).flatMap(({ route }) => {
    const [method, path = ''] = route.split(' ')
    return method === 'GET' ? [path.replace(/:\w+/g, uuid())] : []
  })
  const screens = SCREENS.map((screen) => screen.replaceAll(':id', uuid()))
  const likeThePage = [
    '/embed/',
    '/embed/x',
    '/embed.html',
    '/embed.de.html',
    '/EMBED',
    '//embed',
    '/embed%2f',
  ]
  const files = ['/worker.js', '/shell.html', '/index.html', '/embed/main-1234567.js', '/nowhere']
  expect(operations.length).toBeGreaterThan(100)
  const framed: string[] = []
  for (const url of [...operations, ...screens, ...likeThePage, ...files]) {
    const { headers, body } = await it.app.inject({ url, headers: { 'x-forwarded-for': '203.0.113.9' } })
    if (canBeFramed(headers) || body.includes(PAGE)) framed.push(url)
  }
  expect(framed).toEqual([])
  expect(canBeFramed((await it.app.inject('/embed')).headers)).toBe(true)
  const posted = await it.app.inject({ method: 'POST', url: '/embed' })
  expect([posted.statusCode, canBeFramed(posted.headers)]).toEqual([405, false])
}, 120_000)
