import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, actor } from '../../../../test/actors/actor.ts'
import { ORIGIN, type TestApp, testApp } from '../../../../test/world/app.ts'
import { phonePhoto } from '../../../../test/makers/media-files.ts'
import { QUICK, testS3 } from '../../../../test/services/s3.ts'
import { uploader } from '../../../../test/actors/uploads.ts'
import { type FileStore, s3Storage } from '../../../platform/files/index.ts'
import { computeSignature } from './cdn.ts'

const SECRET = 'what the network and the server share'

// A fake CDN with the documented configuration. It checks the expiry and signature, caches by path only, and redirects
// rejected requests back.
async function edge(store: FileStore) {
  const cached = new Map<string, Buffer>()
  let ahead = 0
  const server = createServer((request, response) => {
    void (async () => {
      const [signed = '', signature] = (request.url ?? '').split('&signature=')
      const { pathname, searchParams } = new URL(signed, 'http://edge.invalid')
      const expires = Number(searchParams.get('expires'))
      const isValid = signature === computeSignature(SECRET, signed) && Date.now() / 1000 + ahead <= expires
      if (!isValid) return response.writeHead(302, { location: `${ORIGIN}${pathname}?direct` }).end()
      const name = pathname.replace('/media/', '')
      const bytes = cached.get(name) ?? (await buffer(await store.read(name)))
      cached.set(name, bytes)
      return response.writeHead(200).end(bytes)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    cached,
    /** The CDN's clock, in seconds ahead of ours. */
    later: (seconds: number) => {
      ahead = seconds
    },
    close: () => server.close(),
  }
}

let s3: Awaited<ReturnType<typeof testS3>>
let network: Awaited<ReturnType<typeof edge>>
let app: TestApp
let ada: Actor
let ben: Actor
beforeAll(async () => {
  s3 = await testS3()
  const storage = s3Storage(s3.settings, QUICK)
  network = await edge(storage.area('media'))
  app = await testApp({ storage, cdn: { url: network.url, secret: SECRET } })
  ada = await actor(app, 'ada')
  ben = await actor(app, 'ben')
})
afterAll(async () => {
  await app.close()
  network.close()
  await s3.close()
})

const ELEMENT = { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'same-origin' }

function get(url: string, who: Actor, headers: Record<string, string> = ELEMENT) {
  return app.app.inject({ url, headers: { ...who.bearer, ...headers } })
}

function follow(address: unknown) {
  return fetch(String(address), { redirect: 'manual' })
}

test('loads a page’s images from the CDN; hidden ones disappear from the CDN within ten seconds', async () => {
  const her = uploader(app, ada)
  const media = await her.media(await phonePhoto({ width: 640, height: 480 }))
  const file = `${media.base}/400.webp`
  const bytes = (await get(file, ada, {})).rawPayload
  const redirect = await get(file, ada)
  expect([redirect.statusCode, redirect.headers['cache-control']]).toEqual([302, 'private, max-age=2'])
  expect(String(redirect.headers.vary)).toContain('Sec-Fetch-Dest')
  const { location } = redirect.headers
  const served = await follow(location)
  expect([served.status, Buffer.from(await served.arrayBuffer()).equals(bytes)]).toEqual([200, true])
  // People without access get no URL.
  expect((await get(file, ben)).statusCode).toBe(404)

  expect((await her.remove(media.id)).statusCode).toBe(204)
  expect((await get(file, ada)).statusCode).toBe(404)
  expect(network.cached.size).toBe(1)
  // If a browser reuses a redirect at the last moment, the signed URL has expired by the time it's requested.
  network.later(10)
  const late = await follow(location)
  expect([late.status, late.headers.get('location')]).toEqual([302, `${ORIGIN}${file}?direct`])
  expect((await get(`${file}?direct`, ada)).statusCode).toBe(404)
  network.later(0)
})

test('an expired URL redirects back to us and we serve the bytes, so that a long video keeps playing', async () => {
  const media = await uploader(app, ada).media(await phonePhoto({ width: 640, height: 480 }))
  const file = `${media.base}/1080.avif`
  const { location } = (await get(file, ada)).headers
  network.later(3600)
  const back = new URL(String((await follow(location)).headers.get('location')))
  network.later(0)
  const direct = await get(`${back.pathname}${back.search}`, ada, { ...ELEMENT, range: 'bytes=0-9' })
  expect([direct.statusCode, direct.rawPayload.length]).toEqual([206, 10])
})

test('a URL can’t be forged for another file or a longer time; scripts and previews get bytes from us', async () => {
  const media = await uploader(app, ada).media(await phonePhoto({ width: 640, height: 480 }))
  const location = String((await get(`${media.base}/400.webp`, ada)).headers.location)
  for (const changed of [
    location.replace('400.webp', '400.avif'),
    location.replace(/expires=\d/, 'expires=9'),
    location.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    location.split('&signature=')[0] ?? '',
  ])
    expect((await follow(changed)).status, changed).toBe(302)
  for (const headers of [
    {},
    { ...ELEMENT, 'sec-fetch-dest': 'empty' },
    { ...ELEMENT, 'sec-fetch-mode': 'cors' },
  ])
    expect((await get(`${media.base}/400.webp`, ada, headers)).statusCode).toBe(200)
})

test('pages may load images and videos from the CDN, and nothing else', async () => {
  const policy = String((await get('/api/health/live', ada, {})).headers['content-security-policy'])
  const directives = policy.split(';').filter((directive) => directive.includes(network.url.origin))
  expect(directives.map((directive) => directive.trim().split(' ')[0])).toEqual(['img-src', 'media-src'])
})
