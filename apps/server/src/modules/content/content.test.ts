import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Actor, actor, type Caller, getOutcome, createVisitor } from '../../../test/actors/actor.ts'
import { type TestApp, testApp } from '../../../test/world/app.ts'
import { PHOTO_HOST } from '../../../test/services/photo-host.ts'
import { aMediaItem } from '../../../test/makers/spots.ts'

/** A server that doesn't fetch photos, which is the default. */
let app: TestApp
/** A server that fetches from photos.example, which resolves to this machine. Other names are on a private network. */
let copies: TestApp
/** A server that fetches photos as in production. */
let real: TestApp
let photos: https.Server
/** One member on each server, and a second one on the first. */
let ada: Actor
let copying: Actor
let reallyCopying: Actor
let ben: Actor
let requests = 0
let answer: (response: ServerResponse) => void

beforeAll(async () => {
  photos = https.createServer(PHOTO_HOST, (_, response) => {
    requests++
    answer(response)
  })
  await new Promise<void>((resolve) => photos.listen(0, '127.0.0.1', resolve))
  const { port } = photos.address() as AddressInfo
  const onThisMachine = { port, ca: PHOTO_HOST.cert }
  app = await testApp()
  copies = await testApp({
    photoFetch: {
      ...onThisMachine,
      resolve: async (host) => [host === 'photos.example' ? '127.0.0.1' : '10.0.0.7'],
      isAllowed: (address) => address === '127.0.0.1',
      timeoutMs: 30_000,
    },
  })
  real = await testApp({ photoFetch: onThisMachine })
  ada = await actor(app, 'ada')
  ben = await actor(app, 'ben')
  copying = await actor(copies, 'ada')
  reallyCopying = await actor(real, 'ada')
})
afterAll(async () => {
  photos.close()
  for (const one of [app, copies, real]) await one.close()
})
beforeEach(() => {
  requests = 0
})

test('CONTENT-04 tells the client whether photos are copied from URLs', async () => {
  const [without, with_] = [await ada.getConfig(), await copying.getConfig()]
  expect([without.copies_photos, with_.copies_photos]).toEqual([false, true])
})

type Content = Partial<Parameters<Caller['shareContent']>[0]>

function shared(body: Content, who = ada) {
  return who.shareContent({ title: 'Evening session', ...body })
}

function jobsLeft(app: TestApp) {
  return async () => {
    const { rows } = await import('kysely').then(({ sql }) =>
      sql<{ state: string }>`select state::text from jobs.job where name = 'content-photo'`.execute(app.db),
    )
    return rows.filter(({ state }) => state === 'created' || state === 'active').length
  }
}

async function settled(app: TestApp): Promise<void> {
  await expect.poll(jobsLeft(app)).toBe(0)
}

function picture(width = 60) {
  return sharp({ create: { width, height: 40, channels: 3, background: '#c04000' } })
    .withExif({ IFD0: { Copyright: 'Hidden Caption' } })
    .jpeg()
    .toBuffer()
}

test('CONTENT-02 CONTENT-04 CONTENT-06 text without a spot is a post in everyone’s feed; blanks are null', async () => {
  const forged = { user_id: ben.user_id, kind: 'spot' }
  const post = await shared({
    title: '  Evening session ',
    content: '   ',
    photo_url: ' ',
    video_url: null,
    spot_id: null,
    ...forged,
  })
  expect(post).toMatchObject({
    user_id: ada.user_id,
    kind: 'text',
    title: 'Evening session',
    content: null,
    photo_link: null,
    spot_id: null,
    spot: null,
    media: [],
    words: { likes_count: 0, comments_count: 0, liked: false },
  })
  expect((await ben.listPosts()).items[0]).toEqual({ ...post })
})

test('CONTENT-03 CONTENT-05 refuses a blank title with the specified message, and writes nothing', async () => {
  const count = async () => (await app.db.selectFrom('posts').select('id').execute()).length
  const before = await count()
  for (const title of ['', '  \n ']) {
    await expect(ada.shareContent({ title, content: 'Words.' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      fields: { title: 'Enter a title.' },
    })
  }
  for (const body of [
    { title: 'x'.repeat(201) },
    { title: 'a', content: 'x'.repeat(4001) },
    { title: 'a\u0000' },
    { title: 'a', spot_id: randomUUID() },
    { title: 'a', video_url: 'https://photos.example/a.mp4' },
    { title: 'a', media_ids: Array.from({ length: 21 }, () => randomUUID()) },
  ])
    expect(
      await getOutcome(ada.shareContent(body as { title: string })),
      JSON.stringify(body).slice(0, 60),
    ).toBe('BAD_REQUEST')
  expect(await getOutcome(createVisitor(app).shareContent({ title: 'a' }))).toBe('SESSION_MISSING')
  expect(await count()).toBe(before)
})

test('CONTENT-02 G-45 a URL must be http(s) with a host, and is stored as a link that names the host', async () => {
  const good = {
    'https://photos.example/a.jpg': 'photos.example',
    ' http://photos.example:8080/a b.jpg ': null,
    'HTTP://Photos.EXAMPLE:8080/a.jpg?size=1#top': 'photos.example:8080',
    'https://photos.example': 'photos.example',
    'https://bücher.example/a.png': 'xn--bcher-kva.example',
    'https://127.1/a.jpg': '127.0.0.1',
  }
  for (const [photo_url, host] of Object.entries(good)) {
    if (host === null) expect(await getOutcome(shared({ photo_url })), photo_url).toBe('BAD_REQUEST')
    else expect((await shared({ photo_url })).photo_link?.host, photo_url).toBe(host)
  }
  const bad = [
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'ftp://photos.example/a.jpg',
    '//photos.example/a.jpg',
    'photos.example/a.jpg',
    'https://',
    'https://me:secret@photos.example/a.jpg',
    'https://photos.example\\@evil.example/a.jpg',
    'https://photos.example/\na.jpg',
    `https://photos.example/${'x'.repeat(2000)}`,
    'isn’t an address',
  ]
  for (const photo_url of bad) {
    const refused = await ada.send('POST', '/api/content', { title: 'Photo', photo_url })
    expect(refused.statusCode, photo_url).toBe(400)
    expect(Object.keys(refused.json().fields), photo_url).toEqual(['photo_url'])
  }
  expect((await shared({ photo_url: 'https://photos.example/a.jpg' })).photo_link).toEqual({
    url: 'https://photos.example/a.jpg',
    host: 'photos.example',
  })
})

test('E1 E2 fetches nothing if copying is off: the URL stays a link', async () => {
  const { id } = await shared({ photo_url: 'https://photos.example/a.jpg' })
  expect(await jobsLeft(app)()).toBe(0)
  expect(await ada.getPost(id)).toMatchObject({
    photo_link: { host: 'photos.example' },
    media: [],
    kind: 'text',
  })
  expect(requests).toBe(0)
})

test('CONTENT-02 uploaded photos belong to the post, in order; others’, used, and failed ones are refused together', async () => {
  const owner = ada.user_id
  const [first, second] = [await aMediaItem(app.db, owner), await aMediaItem(app.db, owner)]
  const post = await shared({ media_ids: [second, first], photo_url: 'https://photos.example/a.jpg' })
  expect(post).toMatchObject({ kind: 'media', words: null, photo_link: { host: 'photos.example' } })
  expect(post.media.map(({ media }) => media.id)).toEqual([second, first])
  const fresh = await aMediaItem(app.db, owner)
  const refused: [string[], string][] = [
    [[fresh, first], 'MEDIA_TAKEN'],
    [[fresh, await aMediaItem(app.db, ben.user_id)], 'MEDIA_NOT_FOUND'],
    [[fresh, randomUUID()], 'MEDIA_NOT_FOUND'],
    [[fresh, await aMediaItem(app.db, owner, { status: 'failed' })], 'UNPROCESSABLE'],
    [[fresh, await aMediaItem(app.db, owner, { status: 'processing' })], 'MEDIA_NOT_READY'],
  ]
  for (const [media_ids, code] of refused) expect(await getOutcome(shared({ media_ids }))).toBe(code)
  await shared({ media_ids: [fresh] })
})

test('R8 concurrent identical submits create one post', async () => {
  const key = randomUUID()
  const body = { title: `Only once ${key}` }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => getOutcome(ada.shareContent(body, { key }))),
  )
  for (const outcome of answers) expect(['done', 'IN_PROGRESS']).toContain(outcome)
  expect(await getOutcome(ada.shareContent(body, { key }))).toBe('done')
  expect(await getOutcome(ada.shareContent({ title: 'Another' }, { key }))).toBe('KEY_REUSED')
  const rows = await app.db.selectFrom('posts').select('id').where('title', '=', body.title).execute()
  expect(rows).toHaveLength(1)
})

test('E1 if copying is on, our copy of a photo replaces the link, and the post retains its likes', async () => {
  const bytes = await picture()
  answer = (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes)
  const { id, photo_link } = await shared({ photo_url: 'https://photos.example/a.jpg' }, copying)
  expect(photo_link?.host).toBe('photos.example')
  await copying.likeMedia(id, 0)
  await expect.poll(async () => (await copying.getPost(id)).photo_link).toBeNull()
  const post = await copying.getPost(id)
  expect(post).toMatchObject({
    kind: 'media',
    words: null,
    media: [{ media_index: 0, liked: true, likes_count: 1, media: { type: 'image', width: 60, height: 40 } }],
  })
  const file = await copying.send('GET', String(post.media[0]?.media.url))
  expect(file.headers['content-type']).toBe('image/webp')
  expect(file.rawPayload.includes('Hidden Caption')).toBe(false)
  expect(requests).toBe(1)
  const events = await copies.db
    .selectFrom('events')
    .select('data')
    .where('topic', '=', 'posts')
    .orderBy('id')
    .execute()
  expect(events.at(-1)?.data).toMatchObject({
    kind: 'updated',
    post_id: id,
    // People who can't see the author don't receive the event.
    user_id: copying.user_id,
  })
})

test('E1 the copy is added to uploaded photos', async () => {
  const bytes = await picture(80)
  answer = (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes)
  const own = await aMediaItem(copies.db, copying.user_id)
  const { id } = await shared({ photo_url: 'https://photos.example/b.jpg', media_ids: [own] }, copying)
  await expect.poll(async () => (await copying.getPost(id)).media.length).toBe(2)
  expect(await copying.getPost(id)).toMatchObject({
    photo_link: null,
    media: [{ media: { id: own } }, { media_index: 1, media: { width: 80 } }],
  })
})

test('E1 a link stays if it is not a photo, too large, missing, in a private network, or beyond the quota', async () => {
  const stays = async (photo_url: string, [on, who] = [copies, copying] as const) => {
    const { id } = await shared({ photo_url }, who)
    await settled(on)
    expect(await who.getPost(id), photo_url).toMatchObject({ kind: 'text', media: [] })
    expect((await who.getPost(id)).photo_link, photo_url).not.toBeNull()
  }
  const image = { 'content-type': 'image/jpeg' }
  answer = (response) => response.writeHead(200, image).end('<html><script>alert(1)</script></html>')
  await stays('https://photos.example/lie.jpg')
  answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
  await stays('https://photos.example/page.html')
  answer = (response) => response.writeHead(200, { ...image, 'content-length': 10 * 1024 * 1024 }).end()
  await stays('https://photos.example/large.jpg')
  answer = (response) => response.writeHead(404).end()
  await stays('https://photos.example/gone.jpg')
  expect(requests).toBe(4)
  await stays('https://private.example/a.jpg')
  await stays('http://photos.example/a.jpg')
  answer = (response) => response.writeHead(302, { location: 'https://private.example/a.jpg' }).end()
  await stays('https://photos.example/moved.jpg')
  expect(requests).toBe(5)
  const bytes = await picture()
  answer = (response) => response.writeHead(200, image).end(bytes)
  const { port } = photos.address() as AddressInfo
  // Production settings don't allow fetching from this machine.
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254', '10.0.0.1'])
    await stays(`https://${host}/a.jpg`, [real, reallyCopying])
  await stays(`https://localhost:${port}/a.jpg`, [real, reallyCopying])
  expect(requests).toBe(5)
  await copies.db
    .updateTable('media')
    .set({ stored_bytes: 2 ** 30 })
    .execute()
  await stays('https://photos.example/a.jpg')
  expect(requests).toBe(6)
})

test('a post that was deleted before its photo arrived stays deleted', async () => {
  const { id } = await shared({ photo_url: 'https://photos.example/late.jpg' }, reallyCopying)
  await reallyCopying.removePost(id)
  await settled(real)
  expect(await getOutcome(reallyCopying.getPost(id))).toBe('POST_NOT_FOUND')
})
