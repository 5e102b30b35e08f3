import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../test/world/app.ts'
import { signUp, type TestPerson } from '../test/actors/people.ts'
import { aPost, aSpotRow } from '../test/makers/posts.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'nollie-web-'))
const PAGE = '<!doctype html><head></head><body><div id="root"></div></body>'
writeFileSync(join(webRoot, 'index.html'), PAGE)
writeFileSync(join(webRoot, 'landing.html'), PAGE.replace('></div>', ' data-prerendered>Find a spot</div>'))
const FILES = {
  visitor: { '/': { scripts: [], styles: ['assets/landing.css'] } },
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

const UNKNOWN_SPOT = '01a2034e-b453-7350-9e30-8a53d3f60284'

async function fetchStart(url: string, headers: Record<string, string> = {}) {
  const { body } = await it.app.inject({ url, headers })
  const links = (rel: string) =>
    [...body.matchAll(/<link rel="(\w+)"[^>]* href="([^"]*)"/g)].flatMap(([, is, href]) =>
      is === rel ? [href] : [],
    )
  const [, json = '{}'] =
    /<script type="application\/json" id="first-answers">([^<]*)<\/script><\/body>/.exec(body) ?? []
  const answers = JSON.parse(json) as Record<string, unknown>
  return { scripts: links('modulepreload'), styles: links('stylesheet'), answers, body }
}

async function listAddresses(url: string, headers?: Record<string, string>) {
  return Object.keys((await fetchStart(url, headers)).answers)
}

async function answerTo(url: string, headers: Record<string, string> = {}) {
  return (await it.app.inject({ url, headers })).json()
}

test("a page lists its screen's first files, for visitors and members", async () => {
  expect(await fetchStart('/')).toMatchObject({ scripts: [], styles: ['/assets/landing.css'] })
  expect(await fetchStart('/', ada.cookie)).toMatchObject({ scripts: [], styles: [] })
  expect(await fetchStart(`/spots/${UNKNOWN_SPOT}`, ada.cookie)).toMatchObject({
    scripts: ['/assets/spot.js'],
  })
  for (const url of ['/first-load.json', '/landing.html'])
    expect((await it.app.inject(url)).statusCode, url).toBe(404)
})

test('only visitors get the landing page as HTML', async () => {
  for (const url of ['/', '/welcome']) {
    expect((await fetchStart(url)).body, url).toContain('Find a spot')
    expect((await fetchStart(url, ada.cookie)).body, url).not.toContain('Find a spot')
  }
  expect((await fetchStart('/auth')).body).not.toContain('Find a spot')
})

test("a page contains its screen's first responses, as the API returns them to that person", async () => {
  const id = await aSpotRow(it.db, ada.user_id, 'First Ledge')
  const { answers } = await fetchStart('/dashboard', ada.cookie)
  expect(answers).toEqual({
    '/api/session': await answerTo('/api/session', ada.cookie),
    '/api/posts?filter=all': await answerTo('/api/posts?filter=all', ada.cookie),
  })
  const { answers: visitors } = await fetchStart(`/spots/${id}`)
  expect(visitors).toEqual({
    '/api/session': await answerTo('/api/session'),
    [`/api/spots/${id}/card`]: await answerTo(`/api/spots/${id}/card`),
    '/api/config': await answerTo('/api/config'),
  })
  expect(await listAddresses(`/spots/${id}`, ada.cookie)).toEqual([
    '/api/session',
    `/api/spots/${id}`,
    `/api/spots/${id}/media`,
    '/api/config',
  ])
})

test("pages for visitors and people who signed out contain no members' data", async () => {
  const cookie = ada.cookie.cookie.replace(/=.{6}/, '=abcdef')
  for (const headers of [{}, { cookie }]) {
    const { answers } = await fetchStart('/dashboard', headers)
    expect(answers).toEqual({ '/api/session': { user: null, expires_at: null, is_suspended: false } })
  }
})

test('a page omits refused and missing responses, which the client then requests', async () => {
  expect(await listAddresses(`/spots/${UNKNOWN_SPOT}`)).toEqual(['/api/session', '/api/config'])
})

test("text in a response can't close the element that contains it", async () => {
  const name = '</script><script>alert(1)</script><!--'
  const id = await aSpotRow(it.db, ada.user_id, name)
  const { answers, body } = await fetchStart(`/spots/${id}`, ada.cookie)
  expect(answers[`/api/spots/${id}`]).toMatchObject({ name })
  expect(body.match(/<script[^>]*>|<!--/g)).toEqual([
    '<script type="application/ld+json">',
    '<script type="application/json" id="first-answers">',
  ])
  expect(body.match(/<\/script/g)).toHaveLength(2)
})

test('a page lists the photos that its screen shows first', async () => {
  const id = await aSpotRow(it.db, ada.user_id, 'Photo Ledge')
  const post = await aPost(it.db, ada.user_id, { spot_id: id })
  const { media_id } = await it.db
    .selectFrom('post_media')
    .select('media_id')
    .where('post_id', '=', post)
    .executeTakeFirstOrThrow()
  await it.db.updateTable('spots').set({ cover_media_id: media_id }).where('id', '=', id).execute()
  const { answers, body } = await fetchStart(`/spots/${id}`, ada.cookie)
  const { photo } = answers[`/api/spots/${id}`] as { photo: { base: string } }
  const files = `${photo.base}/1080.avif 1080w, ${photo.base}/2048.avif 2048w`
  const tag = '<link rel="preload" as="image" type="image/avif" fetchpriority="high" imagesrcset="'
  expect(body).toContain(`${tag}${files}" imagesizes="(width &gt;= 1024px) calc(100vw - 520px), 100vw">`)
  expect((await fetchStart('/dashboard', ada.cookie)).body).toContain(`${tag}${files}" imagesizes="`)
  expect((await fetchStart('/feed', ada.cookie)).body).toContain(`href="${photo.base}/400.avif"`)
  expect((await fetchStart(`/spots/${id}`)).body).not.toContain('as="image"')
})

test.each(['/spots/x', '/spots/%22%3E%3Cscript%3E', '/spots/..%2f..%2fx', '/spots/">'])(
  'an invalid spot id (%s) causes no requests, and the page does not contain it',
  async (url) => {
    const { answers, body } = await fetchStart(url, ada.cookie)
    expect(Object.keys(answers)).toEqual(['/api/session'])
    expect(body).not.toMatch(/%22|<script>|\.\.|spots\/x/i)
  },
)

test('a page is personal and current: it is never stored, and includes the id of the last event', async () => {
  const { headers, body } = await it.app.inject({ url: '/feed', headers: ada.cookie })
  expect(headers['cache-control']).toBe('private, no-store')
  expect(String(headers.vary)).toContain('cookie')
  expect(body).toMatch(/<meta name="last-event" content="\d+">/)
})
