import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { longId, pageOfShort, shortId, shortPath } from '@nollie/contract/short-links'
import { v4, v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../test/world/app.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'nollie-web-'))
let it: TestApp
beforeAll(async () => {
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><head></head>the client')
  it = await testApp({ webRoot })
})
afterAll(async () => {
  await it.close()
  rmSync(webRoot, { recursive: true, force: true })
})

test('a short id has 22 letters and digits, and decodes to the same id', () => {
  for (let i = 0; i < 500; i++)
    for (const id of [v7(), v4()]) {
      expect(shortId(id)).toMatch(/^[1-9A-HJ-NP-Za-km-z]{22}$/)
      expect(longId(shortId(id))).toBe(id)
    }
  for (const id of ['00000000-0000-1000-8000-000000000000', 'ffffffff-ffff-8fff-bfff-ffffffffffff'])
    expect(longId(shortId(id))).toBe(id)
  const id = '0199e3a0-0000-7000-8000-000000000001'
  expect(shortId(id.toUpperCase())).toBe(shortId(id))
  expect(shortId('no-id')).toBe('no-id')
})

test('rejects other letters, other lengths, and invalid numbers', () => {
  const short = shortId(v7())
  const wrong = [short.slice(1), `${short}2`, `0${short.slice(1)}`, '1'.repeat(22), 'z'.repeat(22), '']
  for (const text of wrong) expect(longId(text), text).toBeNull()
})

test('only handles pages that have short links', () => {
  const id = v7()
  for (const path of [
    '/',
    '/spots',
    `/spots/${id}`,
    `/spot/${id}/`,
    `/user/${id}/spots`,
    `/messages/${shortId(id)}`,
  ])
    expect(pageOfShort(path), path).toBeUndefined()
  expect(pageOfShort(shortPath('spot', id))).toBe(`/spots/${id}`)
  expect(pageOfShort(`${shortPath('user', id)}/`)).toBe(`/user/${id}`)
  expect(pageOfShort('/post/a1')).toBeUndefined()
  expect(pageOfShort(`${shortPath('post', id)}0`)).toBeNull()
})

test('a short link redirects to the page without a script, with its query', async () => {
  const id = v7()
  for (const [kind, page] of [
    ['spot', '/spots/'],
    ['post', '/post/'],
    ['user', '/user/'],
    ['community', '/community/'],
  ] as const) {
    const { statusCode, headers } = await it.app.inject({
      url: `${shortPath(kind, id)}?item=1&next=//evil.example`,
    })
    expect([statusCode, headers.location]).toEqual([301, `${page}${id}?item=1&next=//evil.example`])
  }
  const head = await it.app.inject({ method: 'HEAD', url: shortPath('spot', id) })
  expect([head.statusCode, head.headers.location]).toEqual([301, `/spots/${id}`])
  expect((await it.app.inject({ method: 'POST', url: shortPath('spot', id) })).statusCode).toBe(405)
})

test('long links work as before, and invalid ones lead nowhere', async () => {
  const id = v7()
  for (const path of [`/spot/${id}`, `/spots/${id}`, `/post/${id}`, `/user/${id}`, `/community/${id}`])
    expect((await it.app.inject({ url: path })).statusCode, path).toBe(200)
  // Swapping the letters' case changes the number, here to one that isn't an id.
  const swapped = shortPath('post', '0199e3a0-0000-7000-8000-000000000001').toLowerCase()
  for (const path of [swapped, `/spot/${shortId(id).slice(1)}`, `/community/${shortId(id)}0`])
    expect((await it.app.inject({ url: path })).statusCode, path).toBe(404)
})
