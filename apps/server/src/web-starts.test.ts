import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../test/app.ts'
import { signUp, type TestPerson } from '../test/people.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'nollie-web-'))
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><head></head>the client')
const FILES = {
  visitor: { '/': { scripts: ['assets/landing.js'], styles: ['assets/landing.css'] } },
  member: { '/spots/:id': { scripts: ['assets/spot.js'], styles: [] } },
}
writeFileSync(join(webRoot, 'first-load.json'), JSON.stringify(FILES))

let it: TestApp
let ada: TestPerson
beforeAll(async () => {
  it = await testApp({ webRoot })
  ada = await signUp(it, 'ada')
})
afterAll(async () => {
  await it.close()
  rmSync(webRoot, { recursive: true })
})

const SPOT = '01a2034e-b453-7350-9e30-8a53d3f60284'
const startOf = async (url: string, headers: Record<string, string> = {}) => {
  const { body } = await it.app.inject({ url, headers })
  const links = (rel: string) =>
    [...body.matchAll(/<link rel="(\w+)"[^>]* href="([^"]*)"/g)].flatMap(([, is, href]) =>
      is === rel ? [href] : [],
    )
  return { scripts: links('modulepreload'), styles: links('stylesheet'), answers: links('preload'), body }
}

test('a page names the files its screen begins with, for visitors and for members', async () => {
  expect(await startOf('/')).toMatchObject({
    scripts: ['/assets/landing.js'],
    styles: ['/assets/landing.css'],
    answers: ['/api/session'],
  })
  expect(await startOf('/', ada.cookie)).toMatchObject({ scripts: [], styles: [] })
  expect(await startOf(`/spots/${SPOT}`, ada.cookie)).toMatchObject({ scripts: ['/assets/spot.js'] })
  const list = await it.app.inject('/first-load.json')
  expect(list.statusCode).toBe(404)
})

test('a page asks for the first answers of its screen, for members what is for members alone', async () => {
  expect((await startOf('/dashboard', ada.cookie)).answers).toEqual(['/api/session', '/api/posts?filter=all'])
  expect((await startOf('/dashboard')).answers).toEqual(['/api/session'])
  expect((await startOf(`/spots/${SPOT}`, ada.cookie)).answers).toEqual([
    '/api/session',
    `/api/spots/${SPOT}`,
  ])
  expect((await startOf(`/spots/${SPOT}`)).answers).toEqual([
    '/api/session',
    `/api/spots/${SPOT}/card`,
    '/api/config',
  ])
})

test('of who has signed out nothing of members is fetched ahead: the next to sign in would be given the refusal', async () => {
  const cookie = ada.cookie.cookie.replace(/=.{6}/, '=abcdef')
  expect((await startOf('/dashboard', { cookie })).answers).toEqual(['/api/session'])
})

test.each(['/spots/x', '/spots/%22%3E%3Cscript%3E', '/spots/..%2f..%2fx', '/spots/">'])(
  'of %s, which is no spot, nothing is asked and nothing is repeated',
  async (url) => {
    const { answers, body } = await startOf(url, ada.cookie)
    expect(answers).toEqual(['/api/session'])
    expect(body).not.toMatch(/%22|<script|\.\.|spots\/x/i)
  },
)

test('a page that depends on who asks is stored by no shared cache, and says which event was the last', async () => {
  const { headers, body } = await it.app.inject({ url: '/feed', headers: ada.cookie })
  expect(headers['cache-control']).toBe('private, no-cache')
  expect(body).toMatch(/<meta name="last-event" content="\d+">/)
})
