import { randomUUID } from 'node:crypto'
import type { Media, ModerationCase } from '@nollie/contract'
import { sql } from 'kysely'
import { Agent, interceptors, request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { phonePhoto } from '../../../../test/makers/media-files.ts'
import { makeAdmin, people, signInAgain, type TestPerson } from '../../../../test/actors/people.ts'
import { uploader } from '../../../../test/actors/uploads.ts'
import { linkToken } from '../../accounts/index.ts'
import { selectUnfurl } from '../../spots/index.ts'
import { SECRET } from '../../../../test/world/app.ts'

// A single rule decides who sees an image (docs/decisions/0037-media-visibility.md). Ada shares a spot with two photos.
// Visitors see the first one, its cover, on the map. Everyone requests the files and every response that names them.

let app: TestApp
let persons: Record<'ada' | 'ben' | 'cleo' | 'mona', TestPerson>
let photo: Buffer
beforeAll(async () => {
  app = await testApp({ media: { filesPerDay: 10_000, unwantedFor: 3600 } })
  persons = await people(app, 'ada', 'ben', 'cleo', 'mona')
  await makeAdmin(app.db, persons.mona.user_id)
  photo = await phonePhoto({ width: 640, height: 480 })
})
afterAll(() => app.close())

type Who = keyof typeof persons | 'visitor'

function buildHeaders(who: Who) {
  return who === 'visitor' ? {} : persons[who].bearer
}

async function send(who: Who, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  const headers = { ...buildHeaders(who), 'idempotency-key': randomUUID() }
  const answer = await app.app.inject({ method, url, headers, ...(payload && { payload }) })
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`)
  return answer.body ? answer.json() : null
}

async function get(who: Who, url: string) {
  const answer = await app.app.inject({ url, headers: buildHeaders(who) })
  expect(answer.statusCode, url).toBe(200)
  return answer
}

type Made = { spot_id: string; post_id: string; cover: Media; second: Media }
let made: Made

async function share(name = 'Hidden ledge', description = 'Words of ada'): Promise<Made> {
  const files = [await uploader(app, persons.ada).media(photo), await uploader(app, persons.ada).media(photo)]
  const [cover, second] = files as [Media, Media]
  const { id } = await send('ada', 'POST', '/api/spots', {
    name,
    description,
    latitude: 41.4,
    longitude: 2.1,
    spot_types: ['bank'],
    city: 'Sants',
    media_ids: [cover.id, second.id],
  })
  const { items } = (await get('ada', `/api/spots/${id}/media`)).json()
  return { spot_id: id, post_id: items[0].post_id, cover, second }
}

beforeEach(async () => {
  await app.db.deleteFrom('blocks').execute()
  await app.db.updateTable('profiles').set({ suspended_at: null, deletion_requested_at: null }).execute()
  await app.db.deleteFrom('spots').execute()
  persons.ada = await signInAgain(app, persons.ada)
  made = await share()
})

function fetchFile(media: Media, who: Who, headers: Record<string, string> = {}) {
  return app.app.inject({ url: `${media.base}/400.webp`, headers: { ...buildHeaders(who), ...headers } })
}

/** Returns which of the people here can open the file. */
async function listReaders(media: Media): Promise<Who[]> {
  const all: Who[] = ['visitor', 'ada', 'ben', 'cleo', 'mona']
  const found: Who[] = []
  for (const who of all) {
    const { statusCode } = await fetchFile(media, who)
    expect([200, 404], `${who}: ${statusCode}`).toContain(statusCode)
    if (statusCode === 200) found.push(who)
  }
  return found
}

const MEMBERS: Who[] = ['ada', 'ben', 'cleo', 'mona']

/** Returns all responses that could include the spot's photo, joined into one string. */
async function readScreens(who: Who, { spot_id }: Made): Promise<string> {
  const open = [
    `/api/spots/${spot_id}/card`,
    `/api/spots/${spot_id}/visitor-media`,
    '/api/spots?z=3&x0=0&x1=7&y0=0&y1=7',
    '/api/spots/nearby?latitude=41.4&longitude=2.1',
  ]
  const forMembers = [
    `/api/spots/${spot_id}`,
    `/api/spots/${spot_id}/media`,
    '/api/search/spots?q=hidden',
    '/api/posts',
    '/api/discover',
    `/api/people/${persons.ada.user_id}/spots`,
    '/api/notifications',
  ]
  const texts: string[] = []
  for (const url of [...open, ...(who === 'visitor' ? [] : forMembers)]) {
    const answer = await app.app.inject({ url, headers: buildHeaders(who) })
    texts.push(answer.body)
  }
  if (who === 'visitor') texts.push(JSON.stringify(await selectUnfurl(app.db, spot_id)))
  return texts.join('\n')
}

function getKey({ base }: Media) {
  return base?.split('/')[2] ?? ''
}

async function expectUnseen(who: Who, { cover, second, ...rest }: Made) {
  const text = await readScreens(who, { cover, second, ...rest })
  for (const trace of [getKey(cover), getKey(second), 'Words of ada'])
    expect(text, `${who}: ${trace}`).not.toContain(trace)
}

function setSuspended(suspended_at: Date | null) {
  return app.db
    .updateTable('profiles')
    .set({ suspended_at })
    .where('user_id', '=', persons.ada.user_id)
    .execute()
}

describe('M3 the file', () => {
  test('is visible to members in a post, to visitors as a cover on the map, and to its owner before posting', async () => {
    expect(await listReaders(made.cover)).toEqual(['visitor', ...MEMBERS])
    expect(await listReaders(made.second)).toEqual(['visitor', ...MEMBERS])
    expect(await listReaders(await uploader(app, persons.ada).media(photo))).toEqual(['ada'])
    for (const who of ['visitor', 'ben'] as const)
      expect(await readScreens(who, made), who).toContain(getKey(made.cover))
  })

  test('M1 of a person who is suspended, or has a pending deletion, is only visible to them and moderators until that ends', async () => {
    await setSuspended(new Date())
    persons.ada = await signInAgain(app, persons.ada)
    for (const media of [made.cover, made.second]) expect(await listReaders(media)).toEqual(['ada', 'mona'])
    for (const who of ['visitor', 'ben', 'cleo'] as const) await expectUnseen(who, made)
    await setSuspended(null)
    expect(await listReaders(made.cover)).toEqual(['visitor', ...MEMBERS])
    await app.db
      .updateTable('profiles')
      .set({ deletion_requested_at: new Date() })
      .where('user_id', '=', persons.ada.user_id)
      .execute()
    for (const media of [made.cover, made.second])
      expect((await listReaders(media)).filter((who) => who !== 'ada')).toEqual(['mona'])
    for (const who of ['visitor', 'ben'] as const) await expectUnseen(who, made)
  })

  test.each(['ada', 'ben'] as const)(
    'M6 across a block by %s, neither person sees it; visitors and others still do',
    async (by) => {
      const other = by === 'ada' ? 'ben' : 'ada'
      await send(by, 'PUT', `/api/people/${persons[other].user_id}/block`)
      expect(await listReaders(made.cover)).toEqual(['visitor', 'ada', 'cleo', 'mona'])
      expect(await listReaders(made.second)).toEqual(['visitor', 'ada', 'cleo', 'mona'])
      await expectUnseen('ben', made)
      expect(await readScreens('cleo', made)).toContain(getKey(made.cover))
    },
  )

  test('C-24 is visible to visitors among the first six of a public spot, the cover first', async () => {
    const first = async () => {
      const { items } = (await get('visitor', `/api/spots/${made.spot_id}/visitor-media`)).json()
      return items.map(({ id }: Media) => id)
    }
    expect(await first()).toEqual([made.cover.id, made.second.id])
    const later: Media[] = []
    for (let n = 0; n < 5; n++) {
      const media = await uploader(app, persons.ada).media(photo)
      later.push(media)
      await send('ada', 'POST', '/api/posts', {
        media_ids: [media.id],
        title: `Later ${n}`,
        spot_id: made.spot_id,
      })
    }
    expect(await first()).toEqual([made.cover.id, ...later.map(({ id }) => id).reverse()])
    // The seventh photo is visible only to members.
    expect(await listReaders(made.second)).toEqual(MEMBERS)
    expect(await listReaders(made.cover)).toEqual(['visitor', ...MEMBERS])
  })

  test('C-24 is hidden from visitors, except for covers, if the spot is limited or its position isn’t exact', async () => {
    const set = (change: object) =>
      app.db.updateTable('spots').set(change).where('id', '=', made.spot_id).execute()
    expect(await listReaders(made.second)).toContain('visitor')
    await set({ precision: 'about_1_km' })
    expect(await listReaders(made.second)).not.toContain('visitor')
    expect(await listReaders(made.cover)).toContain('visitor')
    await set({ precision: 'exact' })
    for (const audience of ['members', 'mutuals', 'only_me'] as const) {
      await set({ audience })
      for (const media of [made.cover, made.second]) expect(await listReaders(media)).not.toContain('visitor')
      expect((await app.app.inject({ url: `/api/spots/${made.spot_id}/visitor-media` })).statusCode).toBe(404)
    }
    await set({ audience: 'everybody' })
    expect(await listReaders(made.second)).toContain('visitor')
  })

  test('of a deleted post is immediately visible to no one, including its owner', async () => {
    const etag = String((await fetchFile(made.second, 'ben')).headers.etag)
    await send('ada', 'DELETE', `/api/posts/${made.post_id}/media/1`)
    expect(await listReaders(made.second)).toEqual([])
    expect((await fetchFile(made.second, 'ben', { 'if-none-match': etag })).statusCode).toBe(404)
    expect((await fetchFile(made.second, 'ben', { range: 'bytes=0-9' })).statusCode).toBe(404)
    expect(await listReaders(made.cover)).toEqual(['visitor', ...MEMBERS])
    const spare = await uploader(app, persons.ada).media(photo)
    const { id } = await send('ada', 'POST', '/api/posts', {
      media_ids: [spare.id],
      title: 'Gone soon',
      spot_id: made.spot_id,
    })
    expect(await listReaders(spare)).toEqual(['visitor', ...MEMBERS])
    await send('ada', 'DELETE', `/api/posts/${id}`)
    expect(await listReaders(spare)).toEqual([])
  })

  test('of a spot for mutuals is only visible to an admin while a case about it is undecided', async () => {
    const forMutuals = () =>
      app.db.updateTable('spots').set({ audience: 'mutuals' }).where('id', '=', made.spot_id).execute()
    await forMutuals()
    for (const media of [made.cover, made.second]) expect(await listReaders(media)).toEqual(['ada'])
    await app.db.updateTable('spots').set({ audience: 'everybody' }).where('id', '=', made.spot_id).execute()
    await send('ben', 'POST', '/api/reports', { report_type: 'harassment', reported_post_id: made.post_id })
    await forMutuals()
    for (const media of [made.cover, made.second]) expect(await listReaders(media)).toEqual(['ada', 'mona'])
    const { items } = (await get('mona', '/api/moderation/cases')).json()
    await send('mona', 'POST', `/api/moderation/cases/${items.at(-1).id}/decision`, {
      action: 'keep',
      reason: 'Within the rules.',
    })
    for (const media of [made.cover, made.second]) expect(await listReaders(media)).toEqual(['ada'])
  })

  test('of a deleted spot is only visible to moderators, who can restore it with the same photos', async () => {
    await send('ada', 'DELETE', `/api/spots/${made.spot_id}`)
    for (const media of [made.cover, made.second]) expect(await listReaders(media)).toEqual(['mona'])
    await send('mona', 'POST', `/api/spots/${made.spot_id}/restore`)
    expect(await listReaders(made.cover)).toEqual(['visitor', ...MEMBERS])
  })
})

describe('M2 hiding the post that made a spot', () => {
  const report = async (): Promise<ModerationCase> => {
    await send('ben', 'POST', '/api/reports', { report_type: 'harassment', reported_post_id: made.post_id })
    const { items } = (await get('mona', '/api/moderation/cases')).json()
    const { id } = items.find(({ words }: ModerationCase) => words.startsWith('Hidden ledge'))
    return (await get('mona', `/api/moderation/cases/${id}`)).json()
  }
  const hide = (found: ModerationCase, more: object = {}) =>
    send('mona', 'POST', `/api/moderation/cases/${found.id}/decision`, {
      action: 'hide',
      reason: 'Rule two.',
      ...more,
    })
  const reverse = async ({ id, decision }: ModerationCase) => {
    const token = linkToken(SECRET, 'appeal', decision?.id ?? '')
    await send('visitor', 'POST', '/api/appeals', { token, words: 'It is fine.' })
    await send('mona', 'POST', `/api/moderation/cases/${id}/appeal`, {
      outcome: 'reversed',
      answer: 'So it is.',
    })
  }
  const card = async () => (await get('visitor', `/api/spots/${made.spot_id}/card`)).json()

  test('also hides the spot’s text and cover; a reversal restores the same photo and text', async () => {
    const found = await report()
    expect(found.made_spot).toEqual({ name: 'Hidden ledge', description: 'Words of ada' })
    const decided = await hide(found)
    expect(await card()).toMatchObject({ name: 'Spot in Sants', description: null, photo: null })
    for (const media of [made.cover, made.second]) expect(await listReaders(media)).toEqual(['ada', 'mona'])
    for (const who of ['visitor', 'ben', 'cleo'] as const) {
      await expectUnseen(who, made)
      expect(await readScreens(who, made)).not.toContain('Hidden ledge')
    }
    await reverse(decided)
    expect(await card()).toMatchObject({
      name: 'Hidden ledge',
      description: 'Words of ada',
      photo: { id: made.cover.id, base: made.cover.base },
    })
    expect(await listReaders(made.cover)).toEqual(['visitor', ...MEMBERS])
  })

  test('leaves them visible if the moderator chooses that', async () => {
    await hide(await report(), { spot_texts: 'keep' })
    expect(await card()).toMatchObject({ name: 'Hidden ledge', description: 'Words of ada', photo: null })
  })

  test('text and covers that changed in the meantime stay when the decision is reversed', async () => {
    const decided = await hide(await report())
    const { version } = (await get('ada', `/api/spots/${made.spot_id}`)).json()
    const edited = await app.app.inject({
      method: 'PATCH',
      url: `/api/spots/${made.spot_id}`,
      headers: { ...persons.ada.bearer, 'if-match': `"${version}"` },
      payload: { name: 'Better name' },
    })
    expect(edited.statusCode, edited.body).toBe(200)
    const cover = await uploader(app, persons.ada).media(photo)
    await send('ada', 'PUT', `/api/spots/${made.spot_id}/cover`, { media_id: cover.id })
    const history = (await get('ada', `/api/spots/${made.spot_id}/history`)).body
    expect(history).not.toContain('Words of ada')
    await reverse(decided)
    expect(await card()).toMatchObject({
      name: 'Better name',
      description: 'Words of ada',
      photo: { id: cover.id },
    })
  })

  test('restores a hidden profile photo, unless another was chosen', async () => {
    const picture = await uploader(app, persons.ada).media(photo)
    await send('ada', 'POST', '/api/profile/pictures', { media_id: picture.id })
    const { items } = (await get('ada', `/api/people/${persons.ada.user_id}/pictures`)).json()
    const avatar = async () => (await get('ben', `/api/people/${persons.ada.user_id}`)).json().avatar_url
    const before = await avatar()
    expect(before).toContain(getKey(picture))
    await send('ben', 'POST', '/api/reports', { report_type: 'spam', reported_post_id: items[0].id })
    const cases = (await get('mona', '/api/moderation/cases')).json().items
    const decided = await hide(cases.find(({ words }: ModerationCase) => words.startsWith('Profile Picture')))
    expect(await avatar()).toBeNull()
    expect(await listReaders(picture)).toEqual(['ada', 'mona'])
    await reverse(decided)
    expect(await avatar()).toBe(before)
  })
})

test('a search never matches a description that the viewer can’t read', async () => {
  const found = async (who: Who, url: string) => (await get(who, url)).body.includes(made.spot_id)
  const search = '/api/search/spots?q=words%20of%20ada'
  const onMap = '/api/spots?z=3&x0=0&x1=7&y0=0&y1=7&q=words%20of%20ada'
  expect([await found('ben', search), await found('visitor', onMap)]).toEqual([true, true])
  await send('ada', 'PUT', `/api/people/${persons.ben.user_id}/block`)
  expect([await found('ben', search), await found('cleo', search)]).toEqual([false, true])
  await setSuspended(new Date())
  expect([await found('cleo', search), await found('visitor', onMap)]).toEqual([false, false])
  expect(await found('cleo', '/api/search/spots?q=hidden%20ledge')).toBe(true)
})

test('M3 a standard cache in front of the server stops serving a hidden file within ten seconds', async () => {
  // After this, only members get the second photo.
  await app.db.updateTable('spots').set({ precision: 'about_1_km' }).where('id', '=', made.spot_id).execute()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.address() as { port: number }
  const cache = new Agent().compose(interceptors.cache({ type: 'shared' }))
  const through = async (media: Media, headers: Record<string, string>) => {
    const url = `http://127.0.0.1:${port}${media.base}/400.webp`
    const { statusCode, body } = await request(url, { dispatcher: cache, headers })
    await body.dump()
    return statusCode
  }
  const others = buildHeaders('cleo')
  expect([await through(made.cover, {}), await through(made.second, others)]).toEqual([200, 200])
  const asked = await sql`select 1`.execute(app.db).then(() => through(made.cover, {}))
  expect(asked).toBe(200)
  // The cache must not serve a member's response to others.
  expect(await through(made.second, {})).toBe(404)
  await send('ada', 'DELETE', `/api/posts/${made.post_id}/media/1`)
  await setSuspended(new Date())
  await expect
    .poll(async () => [await through(made.cover, {}), await through(made.second, others)])
    .toEqual([404, 404])
  await cache.close()
})
