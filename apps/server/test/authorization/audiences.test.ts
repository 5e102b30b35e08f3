import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Audience, AUDIENCES, isAudienceOf, type Relation } from '@nollie/contract'
import { longId } from '@nollie/contract/short-links'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../world/app.ts'
import { member, type TestPerson } from '../actors/people.ts'
import { aCrew, anInvitation } from '../makers/crews.ts'
import { follow } from '../makers/posts.ts'
import { pickPairwise } from '../crawls/pairwise.ts'
import { type Canary, canariesIn, digestCanary } from './canaries.ts'
import { buildRequest } from './request.ts'
import { ROWS, type Sent } from './rows.ts'
import { searchesAround, searchesFor } from './searches.ts'
import { aWorld, type World } from './world.ts'

// Creates a spot with every kind of content for each audience. Then searches all responses, events, and pages that
// people outside the audience get, for the spot's names, text, positions, files, and ids.

type Reader =
  | 'visitor'
  | 'creator'
  | 'mutual'
  | 'follower'
  | 'followed'
  | 'former'
  | 'stranger'
  | 'blocked'
  | 'moderator'
  | 'crewmate'
  | 'left_crew'
  | 'invited'
  | 'blocked_mate'
const RELATION: Record<Reader, Relation> = {
  visitor: 'visitor',
  creator: 'creator',
  mutual: 'mutual',
  follower: 'member',
  followed: 'member',
  // They were mutual friends when this person posted, liked, saved, and commented there.
  former: 'member',
  stranger: 'member',
  blocked: 'blocked',
  moderator: 'member',
  crewmate: 'crew',
  // This person was in the crew when all content there was created.
  left_crew: 'member',
  invited: 'member',
  blocked_mate: 'blocked',
}
const CREW = 'zqcrew of five'
const KNOW_THE_CREW: readonly Reader[] = ['creator', 'crewmate', 'blocked_mate', 'invited']
const READERS = Object.keys(RELATION) as Reader[]
const CLOSED = AUDIENCES.filter((audience) => !isAudienceOf(audience, 'visitor'))

// Following, blocking, or suspending changes the person's relation to the creator.
const CHANGES_RELATION = /\/(follow|block|suspen|membership)/

const NAMES_TARGET = /\{(spot_id|post_id|comment_id|crew_id|key|file)\}|^POST /

const webRoot = mkdtempSync(join(tmpdir(), 'nollie-web-'))
let it: TestApp
let base: string
let world: World
let persons: Record<Exclude<Reader, 'visitor'>, TestPerson>
let canaries: Canary[]
let crew_id: string
const open: http.ClientRequest[] = []

function knows(reader: Reader, audience: Audience) {
  return isAudienceOf(audience, RELATION[reader])
}

function listOutsiders(audience: Audience) {
  return READERS.filter((reader) => !knows(reader, audience))
}

function buildHeaders(reader: Reader): Record<string, string> {
  return reader === 'visitor' ? {} : persons[reader].bearer
}

beforeAll(async () => {
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><head></head>the client')
  it = await testApp({ webRoot, media: { filesPerDay: 100_000 } })
  base = await it.app.listen({ port: 0, host: '127.0.0.1' })
  world = await aWorld(it)
  const { owner: creator, blocked, member: stranger, admin: moderator } = world.persons
  const one = (name: string) => member(it, `the.${name}.one`)
  const four = async (...names: [string, string, string, string]) =>
    (await Promise.all(names.map(one))) as [TestPerson, TestPerson, TestPerson, TestPerson]
  const [mutual, follower, followed, former] = await four('mutual', 'follower', 'followed', 'former')
  const [crewmate, left_crew, invited, blocked_mate] = await four('crewmate', 'left', 'invited', 'hidden')
  persons = {
    creator,
    blocked,
    stranger,
    moderator,
    mutual,
    follower,
    followed,
    former,
    crewmate,
    left_crew,
    invited,
    blocked_mate,
  }
  const mates = [crewmate, left_crew, blocked_mate].map(({ user_id }) => user_id)
  crew_id = await aCrew(it.db, creator.user_id, mates, CREW)
  await anInvitation(it.db, crew_id, { invited_by: creator.user_id, user_id: invited.user_id })
  await it.db
    .insertInto('blocks')
    .values({ blocker_id: creator.user_id, blocked_id: blocked_mate.user_id })
    .execute()
  for (const who of [mutual, follower, former]) await follow(it.db, who.user_id, creator.user_id)
  for (const who of [mutual, followed]) await follow(it.db, creator.user_id, who.user_id)
  await it.db.updateTable('preferences').set({ link_previews: true }).execute()
  canaries = []
  const { aCanary, aPostCanary } = canariesIn({ it, world, persons, crew_id })
  for (const [n, audience] of CLOSED.entries()) canaries.push(await aCanary(audience, n + 1))
  for (const { audience, ids } of canaries)
    await it.db
      .updateTable('spots')
      .set({ audience, crew_id: audience === 'crew' ? crew_id : null })
      .where('id', '=', ids[0] ?? '')
      .execute()
  for (const [n, audience] of (['crew', 'only_me'] as const).entries()) {
    const canary = await aPostCanary(audience, CLOSED.length + n + 1)
    canaries.push(canary)
    await it.db
      .updateTable('posts')
      .set({ audience, crew_id: audience === 'crew' ? crew_id : null, is_counted: false })
      .where('id', '=', canary.ids[1] ?? '')
      .execute()
  }
  await it.db
    .deleteFrom('crew_members')
    .where('crew_id', '=', crew_id)
    .where('user_id', '=', left_crew.user_id)
    .execute()
})
afterAll(async () => {
  for (const request of open) request.destroy()
  await it.close()
  rmSync(webRoot, { recursive: true, force: true })
})

async function ask(name: string, sent: Sent, reader: Reader) {
  const answer = await it.app.inject(buildRequest(name, sent, buildHeaders(reader)))
  return { status: answer.statusCode, text: `${JSON.stringify(answer.headers)}\n${answer.body}` }
}

// A response may repeat the request's input (for example, the URL in an error).
function findLeaks(text: string, { secrets, ids }: Canary, sent = ''): string[] {
  return [...secrets, ...ids].filter(
    (secret) => secret !== '' && !sent.includes(secret) && text.includes(secret),
  )
}

type Question = { reader: Reader; canary: Canary; name: string }

/**
 * Picks which reader sends which request about which canary. Requests without a target are sent once per reader,
 * regardless of the canary.
 */
function pickQuestions(): Question[] {
  const names = Object.entries(ROWS)
    .filter(([name, row]) => name !== 'GET /api/events' && !row.endsSession && !CHANGES_RELATION.test(name))
    .map(([name]) => name)
  const all = names.flatMap((name) =>
    READERS.flatMap((reader) => {
      const outside = canaries.filter(({ audience }) => !knows(reader, audience))
      return (NAMES_TARGET.test(name) ? outside : outside.slice(0, 1)).map((canary) => ({
        reader,
        canary,
        name,
      }))
    }),
  )
  return pickPairwise(all, ({ reader, canary, name }) => [name, reader, canary.label])
}

test('no one outside an audience finds any trace of its spots in a response, or can change anything about them', {
  timeout: 900_000,
}, async () => {
  const before = await Promise.all(canaries.map((one) => digestCanary(it.db, one, persons.mutual.user_id)))
  let asked = 0
  const found: string[] = []
  const tries = new Map<string, number>()
  const countTries = (name: string, { label }: Canary) => tries.get(`${name} ${label}`) ?? 0
  const questions = Map.groupBy(pickQuestions(), ({ reader }) => reader)
  for (const reader of READERS) {
    const outside = canaries.filter(({ audience }) => !knows(reader, audience))
    if (outside.length === 0) continue
    const mine = await world.makeTargets(persons[reader === 'visitor' ? 'stranger' : reader])
    const look = async (name: string, sent: Sent) => {
      const { text } = await ask(name, sent, reader)
      asked += 1
      const short = /\/(?:spot|post)\/(\w+)$/.exec(name)?.[1] ?? ''
      const written = `${name} ${JSON.stringify(sent)} ${longId(short) ?? ''}`
      // People may still see their own text and photos from the spot, but not its name.
      const own = reader === 'mutual' && name === 'GET /api/my-data/mine'
      for (const canary of outside)
        for (const leak of own ? [] : findLeaks(text, canary, written))
          found.push(`${reader}: ${name} shows ${leak}`)
      if (text.includes(CREW) && !KNOW_THE_CREW.includes(reader))
        found.push(`${reader}: ${name} shows the crew`)
      for (const { label } of outside)
        if (text.includes(`${label} name`)) found.push(`${reader}: ${name} shows ${label}`)
    }
    for (const { name, canary } of questions.get(reader) ?? []) {
      await look(name, await ROWS[name]!.send(canary.targets, mine, world))
      tries.set(`${name} ${canary.label}`, countTries(name, canary) + 1)
    }
    for (const canary of outside) for (const [name, sent] of searchesFor(canary)) await look(name, sent)
    for (const [name, sent] of searchesAround(persons)) await look(name, sent)
  }
  expect(found).toEqual([])
  expect(
    await Promise.all(canaries.map((one) => digestCanary(it.db, one, persons.mutual.user_id))),
    'nothing of them was changed',
  ).toEqual(before)
  console.info(`${asked} questions`)
  expect(asked).toBeGreaterThan(1_500)
  const named = Object.keys(ROWS).filter(
    (name) => tries.has(`${name} ${canaries[0]?.label}`) && NAMES_TARGET.test(name),
  )
  expect(named.length).toBeGreaterThan(100)
  for (const name of named)
    for (const canary of canaries)
      expect(countTries(name, canary), `${name} of ${canary.label}`).toBeGreaterThan(0)
})

test('people in the audience see the page, the card, the photos, and the pin; no one else does', async () => {
  for (const canary of canaries.filter(({ ids: [spot_id] }) => spot_id))
    for (const reader of READERS) {
      const [spot_id = '', post_id = ''] = canary.ids
      const known = knows(reader, canary.audience)
      const where = `${reader} of ${canary.audience}`
      const status = known ? 200 : reader === 'visitor' ? 401 : 404
      expect((await ask('GET /api/spots/{spot_id}', { params: { spot_id } }, reader)).status, where).toBe(
        status,
      )
      expect(
        (await ask('GET /api/spots/{spot_id}/card', { params: { spot_id } }, reader)).status,
        where,
      ).toBe(known ? 200 : 404)
      expect(
        (await ask('GET /api/spots/{spot_id}/media', { params: { spot_id } }, reader)).status,
        where,
      ).toBe(status)
      const key = await canary.targets.fileKey()
      expect(
        (await ask('GET /media/{key}/{file}', { params: { key, file: '400.webp' } }, reader)).status,
        where,
      ).toBe(known ? 200 : 404)
      expect(
        (await ask('GET /api/posts/{post_id}', { params: { post_id } }, reader)).status === 200,
        where,
      ).toBe(known && reader !== 'visitor')
      const view = { z: '12', x0: '2072', x1: '2073', y0: '1529', y1: '1530' }
      const { text } = await ask('GET /api/map/known', { query: view }, reader)
      expect(text.includes(`${canary.label} name`), where).toBe(known)
    }
})

test('people in a post’s audience see it with its photos; no one else does', async () => {
  for (const canary of canaries.filter(({ ids: [spot_id] }) => !spot_id))
    for (const reader of READERS.filter((one) => one !== 'visitor')) {
      const known = knows(reader, canary.audience)
      const where = `${reader} of a post for ${canary.audience}`
      const params = { post_id: canary.targets.post_id }
      expect((await ask('GET /api/posts/{post_id}', { params }, reader)).status, where).toBe(
        known ? 200 : 404,
      )
      const file = { key: await canary.targets.fileKey(), file: '400.webp' }
      expect((await ask('GET /media/{key}/{file}', { params: file }, reader)).status, where).toBe(
        known ? 200 : 404,
      )
    }
})

function listen(reader: Reader) {
  return new Promise<() => string>((resolve, reject) => {
    let text = ''
    const topics = reader === 'visitor' ? 'spots' : 'spots,posts,likes,comments,people'
    const request = http.get(
      `${base}/api/events?topics=${topics}`,
      { headers: buildHeaders(reader), agent: false },
      (response) => {
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        resolve(() => text)
      },
    )
    request.on('error', reject)
    open.push(request)
  })
}

test('no event reveals activity there to others; a spot restricted later disappears from open screens', async () => {
  const streams = new Map<Reader, () => string>()
  for (const reader of READERS) streams.set(reader, await listen(reader))
  const { creator } = persons
  for (const { targets, audience, ids } of canaries) {
    const { spot_id, post_id, comment_id } = targets
    const who: Reader = audience === 'only_me' ? 'creator' : audience === 'crew' ? 'crewmate' : 'mutual'
    const key = () => ({ 'idempotency-key': uuid() })
    await ask(
      'PUT /api/posts/{post_id}/media/{media_index}/like',
      { params: { post_id, media_index: '0' } },
      who,
    )
    await ask('PUT /api/comments/{comment_id}/like', { params: { comment_id } }, who)
    const comment = { content: 'Hi @the.former.one and @the.trusted.one', media_index: 0 }
    const { status } = await ask(
      'POST /api/posts/{post_id}/comments',
      { params: { post_id }, headers: key(), body: comment },
      who,
    )
    expect(status).toBe(201)
    await ask(
      'POST /api/posts',
      { headers: key(), body: { spot_id, title: 'New here', content: 'Again', media_ids: [] } },
      who,
    )
    if (ids[0]) continue
    // A post without a spot is deleted once its like and comment have been published.
    for (const event of ['like', 'comment', 'comment_like'])
      await expect
        .poll(() => streams.get('creator')?.() ?? '')
        .toMatch(new RegExp(`event: ${event}\ndata: .*${post_id}`))
    await ask('DELETE /api/posts/{post_id}', { params: { post_id } }, 'creator')
  }
  const closing = uuid()
  await it.db
    .insertInto('spots')
    .values({
      id: closing,
      name: 'Closing',
      latitude: 41.4,
      longitude: 2.2,
      spot_types: ['ledges'],
      created_by: creator.user_id,
    })
    .execute()
  const headers = { 'if-match': '"1"' }
  await ask(
    'PATCH /api/spots/{spot_id}',
    { params: { spot_id: closing }, headers, body: { audience: 'mutuals' } },
    'creator',
  )
  await expect
    .poll(() => streams.get('stranger')?.() ?? '')
    .toContain(`"kind":"deleted","post_id":null,"spot_id":"${closing}"`)
  await expect
    .poll(() => streams.get('visitor')?.() ?? '')
    .toMatch(new RegExp(`"deleted".*${closing}|${closing}.*"deleted"`))
  await expect.poll(() => streams.get('mutual')?.() ?? '').toContain(canaries[0]?.targets.post_id ?? '')
  expect(streams.get('mutual')?.()).not.toContain(`"kind":"deleted","post_id":null,"spot_id":"${closing}"`)
  for (const canary of canaries)
    for (const reader of listOutsiders(canary.audience))
      expect(
        findLeaks(streams.get(reader)?.() ?? '', canary),
        `the stream of ${reader}, ${canary.audience}`,
      ).toEqual([])
  const { rows } = await sql<{ user_id: string }>`
    select n.user_id from notifications n join posts p on p.id = n.post_id join spots s on s.id = p.spot_id
    where n.type = 'mention' and n.comment_id <> all (${canaries.map(({ ids }) => ids[3])}::uuid[]) and s.audience <> 'members'`.execute(
    it.db,
  )
  expect(rows, 'nobody outside is notified of a mention').toEqual([])
})

test('people’s counts include only public content', async () => {
  const counted = async (user_id: string) => {
    const { text } = await ask('GET /api/people/{user_id}', { params: { user_id } }, 'stranger')
    return JSON.parse(text.slice(text.indexOf('\n') + 1)) as { posts_count: number; spots_count: number }
  }
  const { rows: posts } = await sql<{ all: number; open: number }>`
    select count(*)::int as all, (count(*) filter (where s.id is null or s.audience = 'everybody'))::int as open
    from posts p left join spots s on s.id = p.spot_id
    where p.user_id = ${persons.mutual.user_id} and p.hidden_at is null`.execute(it.db)
  expect((await counted(persons.mutual.user_id)).posts_count).toBe(posts[0]?.open)
  expect(posts[0]?.all).toBeGreaterThan(posts[0]?.open ?? 0)
  const rows = await it.db
    .selectFrom('spots')
    .select('id')
    .where('created_by', '=', persons.creator.user_id)
    .where('audience', '=', 'everybody')
    .where('deleted_at', 'is', null)
    .execute()
  expect((await counted(persons.creator.user_id)).spots_count).toBe(rows.length)
})
