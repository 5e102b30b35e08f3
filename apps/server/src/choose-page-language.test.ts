import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp } from '../test/world/app.ts'
import { signUp, type TestPerson } from '../test/actors/people.ts'
import { aSpotRow } from '../test/makers/posts.ts'
import { webRootIn } from '../test/makers/web-root.ts'

const webRoot = webRootIn(['en', 'de', 'pt-BR'])

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

async function open(url: string, headers: Record<string, string> = {}) {
  const answer = await it.app.inject({ url, headers })
  return { ...answer, body: answer.body, lang: /<html lang="([^"]*)"/.exec(answer.body)?.[1] }
}

const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
const PORTUGUESE = { cookie: 'nollie.language=pt-BR' }

async function choose(language: string) {
  return it.app.inject({
    method: 'PATCH',
    url: '/api/account/preferences',
    payload: { language },
    headers: { ...ada.cookie, 'sec-fetch-site': 'same-origin' },
  })
}

describe('the language of a page', () => {
  test('is English if the visitor asks for nothing or for an unsupported language', async () => {
    for (const headers of [{}, { 'accept-language': 'zh-TW' }, { cookie: 'nollie.language=xx' }])
      expect((await open('/spots', headers)).lang).toBe('en')
    // Japanese is translated but isn't in this build.
    expect((await open('/spots', { 'accept-language': 'ja' })).lang).toBe('en')
    expect((await open('/spots?lang=ja')).lang).toBe('en')
  })

  test("is the browser's preference unless the visitor chose another one", async () => {
    expect((await open('/auth', GERMAN)).lang).toBe('de')
    expect((await open('/auth', { ...GERMAN, ...PORTUGUESE })).lang).toBe('pt-BR')
    expect((await open('/nowhere', GERMAN)).lang).toBe('de')
    expect((await open('/', GERMAN)).body).toContain('landing')
    expect((await open('/', GERMAN)).lang).toBe('de')
  })

  test("is the signed-in person's setting on any device", async () => {
    expect((await open('/dashboard', { ...ada.cookie, ...GERMAN })).lang).toBe('de')
    expect((await choose('pt-BR')).statusCode).toBe(200)
    const { lang, body, headers } = await open('/dashboard', { ...ada.cookie, ...GERMAN })
    // After that, API errors are also in this language.
    expect(headers['set-cookie']).toMatch(/^nollie\.language=pt-BR; /)
    expect(lang).toBe('pt-BR')
    expect(body).toContain('/assets/pt-BR/feed.js')
    expect((await open('/dashboard?lang=de', { cookie: ada.cookie.cookie })).lang).toBe('pt-BR')
    await choose('auto')
    expect((await open('/dashboard', { ...ada.cookie, ...GERMAN })).lang).toBe('de')
  })

  test('is declared in the headers, including Vary', async () => {
    const { headers, body } = await open('/auth', GERMAN)
    expect(headers['content-language']).toBe('de')
    expect(headers.vary).toBe('cookie, accept-language')
    expect(headers['cache-control']).toBe('private, no-store')
    expect(body).toContain('/assets/de/auth.js')
  })
})

describe('a choice in the footer', () => {
  const fromHere = { 'sec-fetch-site': 'same-origin' }

  test('is stored in a cookie and keeps the URL unchanged', async () => {
    const { statusCode, headers } = await open('/auth?mode=sign-up&lang=de', fromHere)
    expect(statusCode).toBe(303)
    expect(headers.location).toBe('/auth?mode=sign-up')
    expect(headers['set-cookie']).toMatch(/^nollie\.language=de; Path=\/; Max-Age=31536000; SameSite=Lax/)
    expect((await open('/welcome?lang=de', fromHere)).headers.location).toBe('/welcome')
  })

  test.each(['//evil.example/?lang=de', '/%5Cevil.example?lang=de'])(
    'never redirects elsewhere: %s',
    async (url) => {
      const { statusCode, headers } = await open(url, fromHere)
      expect(statusCode).toBe(404)
      expect(headers.location).toBeUndefined()
    },
  )

  test('must be one of our languages to become a cookie', async () => {
    for (const lang of ['xx', 'ja', 'de%0d%0aset-cookie:a=b', 'auto']) {
      const { statusCode, headers } = await open(`/auth?lang=${lang}`, fromHere)
      expect(statusCode).toBe(200)
      expect(headers['set-cookie']).toBeUndefined()
    }
  })
})

describe('search engines', () => {
  test('find every language of a page at a separate URL', async () => {
    const id = await aSpotRow(it.db, ada.user_id, 'First Ledge')
    const { body, lang } = await open(`/spots/${id}?lang=de`)
    expect(lang).toBe('de')
    const alternates = [...body.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)]
    expect(alternates.map(([, of, href]) => [of, href])).toEqual([
      ['en', `${ORIGIN}/spots/${id}?lang=en`],
      ['pt-BR', `${ORIGIN}/spots/${id}?lang=pt-BR`],
      ['de', `${ORIGIN}/spots/${id}?lang=de`],
      ['x-default', `${ORIGIN}/spots/${id}`],
    ])
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/spots/${id}?lang=de">`)
    expect((await open(`/spots/${id}`)).body).toContain(`<link rel="canonical" href="${ORIGIN}/spots/${id}">`)
  })

  test("get no such URLs for members' pages", async () => {
    expect((await open('/dashboard', ada.cookie)).body).not.toContain('hreflang')
  })

  test("don't find a build's files", async () => {
    for (const url of ['/index.de.html', '/landing.de.html', '/first-load.pt-BR.json'])
      expect((await open(url)).statusCode, url).toBe(404)
  })
})

test('an error is in the language of the page, and its code is always the same', async () => {
  const refused = async (headers: Record<string, string>, url = '/api/account') =>
    (await it.app.inject({ url, headers })).json()
  const german = {
    code: 'SESSION_MISSING',
    title: 'Auth session missing!',
    detail: 'Du bist nicht angemeldet!',
  }
  expect(await refused(GERMAN)).toMatchObject(german)
  expect(await refused({ ...PORTUGUESE, ...GERMAN })).toMatchObject({ detail: 'Você não está conectado!' })
  // This build has no Japanese pages.
  for (const headers of [{}, { 'accept-language': 'ja' }])
    expect(await refused(headers)).toMatchObject({ detail: 'Auth session missing!' })
  const { detail } = await refused(
    { ...ada.cookie, ...GERMAN },
    '/api/posts/01a2034e-b453-7350-9e30-8a53d3f60284',
  )
  expect(detail).toBe('Diesen Post gibt es nicht mehr.')
})
