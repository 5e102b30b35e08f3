import http from 'node:http'
import {
  type Audience,
  AUDIENCES,
  isAudienceOf,
  type Precision,
  PRECISIONS,
  type Relation,
} from '@nollie/contract'
import { toWorld, WORLD_BITS } from '@nollie/contract/map/map-codec'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { suspend } from '../../src/modules/accounts/index.ts'
import { type Actor, actorFor } from '../actors/actor.ts'
import type { TestApp } from '../world/app.ts'
import { commentsCounted, spotsCounted } from '../world/wait-for-counts.ts'
import { aCrew } from '../makers/crews.ts'
import { testWith } from '../world/fixtures.ts'
import { member, signInAgain } from '../actors/people.ts'
import { aList, follow } from '../makers/posts.ts'
import { aMediaItem, aSpot } from '../makers/spots.ts'
import { dayIn } from '../makers/stewards.ts'

// Tests the stream itself. Every kind of person has a stream open while spots are created, changed, restricted, merged,
// and removed. Later, they reconnect after any of the events.

const RELATION = {
  visitor: 'visitor',
  creator: 'creator',
  mutual: 'mutual',
  crewmate: 'crew',
  stranger: 'member',
  blocked: 'blocked',
  // This person has blocked someone, so their events are redacted.
  blocking: 'member',
  suspended: 'member',
} as const satisfies Record<string, Relation>
type Reader = keyof typeof RELATION
type Person = Exclude<Reader, 'visitor'>
const READERS = Object.keys(RELATION) as Reader[]
const PERSONS = READERS.filter((reader): reader is Person => reader !== 'visitor')

function knows(reader: Reader, audience: Audience) {
  return isAudienceOf(audience, RELATION[reader])
}

const test = testWith({ media: { filesPerDay: 100_000 } })

type World = { app: TestApp; people: Record<Person, Actor>; crew_id: string }

let base = ''
test.beforeAll(async ({ app }) => {
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})

async function aWorld(app: TestApp, name: string): Promise<World> {
  const made = await Promise.all(
    PERSONS.map(async (who) => [who, actorFor(app, await member(app, `${who}.${name}`))] as const),
  )
  const people = Object.fromEntries(made) as Record<Person, Actor>
  const { creator, mutual, crewmate, blocked, blocking, suspended } = people
  await follow(app.db, mutual.user_id, creator.user_id)
  await follow(app.db, creator.user_id, mutual.user_id)
  await creator.blockPerson(blocked.user_id)
  await blocking.blockPerson(blocked.user_id)
  const crew_id = await aCrew(app.db, creator.user_id, [crewmate.user_id])
  await app.db.transaction().execute((tx) => suspend(tx, suspended.user_id, true))
  Object.assign(suspended, await signInAgain(app, suspended))
  return { app, people, crew_id }
}

type Listener = { text: () => string; end: () => void }

const TOPICS = 'spots,posts,likes,comments,people,discussions'

function listen({ people }: World, reader: Reader, after?: { last?: number; since?: number }) {
  return new Promise<Listener>((resolve, reject) => {
    let text = ''
    const topics = reader === 'visitor' ? 'spots' : TOPICS
    const since = after?.since === undefined ? '' : `&since=${after.since}`
    const headers = {
      ...(reader === 'visitor' ? {} : people[reader].bearer),
      ...(after?.last !== undefined && { 'last-event-id': String(after.last) }),
    }
    const request = http.get(
      `${base}/api/events?topics=${topics}${since}`,
      { headers, agent: false },
      (response) => {
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        resolve({ text: () => text, end: () => request.destroy() })
      },
    )
    request.on('error', (error) => (text === '' ? reject(error) : undefined))
  })
}

async function lastEvent({ db }: TestApp): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0)::int as last from events`.execute(
    db,
  )
  return rows[0]?.last ?? 0
}

/** Waits until all streams have received everything that has been published so far. */
async function caughtUp({ app }: World, streams: Iterable<readonly [Reader, Listener]>): Promise<void> {
  await spotsCounted(app.db)
  await commentsCounted(app.db)
  const marker = uuid()
  const data = JSON.stringify({ kind: 'updated', spot_id: marker, at: [] })
  await sql`insert into events (topic, name, data) values ('spots', 'spot', ${data}::jsonb)`.execute(app.db)
  await sql`select pg_notify('nollie_events', '')`.execute(app.db)
  // A suspended person has no stream.
  for (const [reader, { text }] of streams)
    if (reader !== 'suspended') await expect.poll(text).toContain(marker)
}

function toPoint(latitude: number, longitude: number) {
  const { x, y } = toWorld(latitude, longitude)
  const axis = (value: number) => Math.floor(value * 2 ** WORLD_BITS)
  return `{"x":${axis(x)},"y":${axis(y)}}`
}

type Canary = {
  label: string
  id: string
  latitude: number
  longitude: number
  secrets: string[]
  point: string
}
type Secrecy = { audience?: Audience; precision?: Precision }

let made = 0

function toSecrecy({ crew_id }: World, { audience, ...secrecy }: Secrecy) {
  return {
    ...secrecy,
    ...(audience && { audience, ...(audience === 'crew' && { crew_id }) }),
  }
}

async function aCanary(world: World, secrecy: Secrecy): Promise<Canary> {
  const { creator } = world.people
  made += 1
  const label = `zqlive${made}z`
  const [latitude, longitude] = [41.3811137 + made / 2_000, 2.1411173 + made / 2_000]
  const media_ids = [await aMediaItem(world.app.db, creator.user_id)]
  const { id, cover_item } = await creator.shareSpot({
    ...aSpot({ media_ids, name: `${label} name`, latitude, longitude }),
    ...toSecrecy(world, secrecy),
  })
  const post = cover_item?.post_id ?? ''
  return {
    label,
    id,
    latitude,
    longitude,
    secrets: [label, id, post, ...media_ids],
    point: toPoint(latitude, longitude),
  }
}

/** Performs every action at a spot, each as people who are allowed to. The resulting ids are secrets, too. */
async function happensAt({ app, people }: World, canary: Canary, who: readonly Actor[]): Promise<void> {
  const { id, label, secrets } = canary
  const post = secrets[2] ?? ''
  for (const one of who) {
    const { id: comment } = await one.addComment(post, { content: `${label} comment` })
    await one.likeMedia(post, 0)
    await one.likeComment(comment)
    const media_ids = [await aMediaItem(app.db, one.user_id)]
    const added = await one.addMedia({ spot_id: id, title: `${label} more`, content: null, media_ids })
    await one.editPost(added.id, { title: `${label} anew` }, { version: added.version })
    await one.likeMedia(added.id, 0)
    await one.suggestFacts(id, { facts: { water: one === people.creator } })
    await one.reportBust(id, { day: dayIn(-1), hour: 12, outcome: 'peace' })
    await one.addCheck(id, { answer: 'open', media_id: await aMediaItem(app.db, one.user_id) })
    await one.saveSpot(id)
    const list = await aList(app.db, one.user_id, [id], 'public')
    await one.editList(list, { name: `${label} list` })
    secrets.push(comment, added.id, ...media_ids, list)
    if (one !== people.creator) await one.removeComment(comment)
  }
  // A spot's status is published separately from changes on the map.
  for (const status of ['gone', 'open'] as const) await people.creator.setSpotStatus(id, { status })
}

async function edits({ people: { creator } }: World, { id }: Canary, change: object): Promise<void> {
  const { version } = await creator.getSpot(id)
  await creator.editSpot(id, change, { version })
}

function insiders({ people }: World, audience: Audience): Actor[] {
  return PERSONS.filter((name) => name !== 'suspended' && name !== 'blocked' && knows(name, audience)).map(
    (name) => people[name],
  )
}

function found(text: string, secrets: readonly string[]) {
  return secrets.filter((secret) => text.includes(secret))
}

/** Returns everyone's streams after an event, once after a reconnect and once after loading a page. */
async function replays(world: World, last: number): Promise<(readonly [Reader, string, string])[]> {
  const all: (readonly [Reader, string, string])[] = []
  for (const [how, after] of [
    ['again', { last }],
    ['since', { since: last }],
  ] as const) {
    const streams = new Map<Reader, Listener>()
    for (const reader of READERS) streams.set(reader, await listen(world, reader, after))
    await caughtUp(world, streams)
    for (const [reader, { text, end }] of streams) {
      all.push([reader, how, text()])
      end()
    }
  }
  return all
}

test('no stream reveals activity at a spot that its owner can’t see, live or replayed', {
  timeout: 600_000,
}, async ({ app }) => {
  const world = await aWorld(app, 'one')
  const { creator } = world.people
  const leaks: string[] = []
  for (const audience of AUDIENCES.filter((one) => one !== 'everybody')) {
    const first = await lastEvent(app)
    const streams = new Map<Reader, Listener>()
    for (const reader of READERS) streams.set(reader, await listen(world, reader))
    const outside = READERS.filter((reader) => !knows(reader, audience))
    // These spots are restricted from the start, then merged and removed.
    const closed = await aCanary(world, { audience })
    const twin = await aCanary(world, { audience })
    // This spot is public until it is restricted.
    const later = await aCanary(world, {})
    await happensAt(world, later, [creator])
    await happensAt(world, closed, insiders(world, audience))
    const moved = { latitude: closed.latitude + 0.0003, longitude: closed.longitude }
    await edits(world, closed, { name: `${closed.label} anew`, ...moved })
    closed.secrets.push(toPoint(moved.latitude, moved.longitude))
    if (audience !== 'crew') await creator.mergeSpots(twin.id, { other_id: closed.id })
    await caughtUp(world, streams)
    for (const reader of outside) {
      const text = streams.get(reader)?.text() ?? ''
      for (const { secrets, point } of [closed, twin])
        for (const secret of found(text, [...secrets, point]))
          leaks.push(`${reader} hears ${secret} (${audience})`)
    }
    expect(streams.get('creator')?.text(), 'its creator hears of it').toContain(closed.id)
    expect(streams.get('creator')?.text()).toMatch(
      new RegExp(`stands_anew.*${closed.id}|${closed.id}.*stands_anew`),
    )
    await edits(world, later, toSecrecy(world, { audience }))
    await caughtUp(world, streams)
    const before = new Map(READERS.map((reader) => [reader, streams.get(reader)?.text().length ?? 0]))
    await happensAt(world, later, insiders(world, audience))
    await edits(world, later, { name: `${later.label} anew` })
    await creator.removeSpot(twin.id)
    await caughtUp(world, streams)
    for (const reader of outside) {
      const text = streams.get(reader)?.text().slice(before.get(reader)) ?? ''
      for (const { secrets, point } of [later, twin, closed])
        for (const secret of found(text, [...secrets, point]))
          leaks.push(`${reader} hears ${secret} after it was closed (${audience})`)
    }
    for (const { end } of streams.values()) end()
    for (const [reader, how, text] of await replays(world, first)) {
      if (!outside.includes(reader)) continue
      for (const { secrets, point } of [closed, twin, later])
        for (const secret of found(text, [...secrets, point]))
          leaks.push(`${reader}, ${how}, is told ${secret} (${audience})`)
    }
  }
  expect(leaks).toEqual([])
})

test('once a spot is shown less exactly, no stream reveals or replays its exact position', async ({
  app,
}) => {
  const world = await aWorld(app, 'two')
  const first = await lastEvent(app)
  const canaries: Canary[] = []
  for (const precision of PRECISIONS.filter((one) => one !== 'exact')) {
    const canary = await aCanary(world, {})
    await spotsCounted(app.db)
    await edits(world, canary, { description: 'Still exact' })
    await spotsCounted(app.db)
    const streams = new Map<Reader, Listener>()
    for (const reader of READERS) streams.set(reader, await listen(world, reader))
    await caughtUp(world, streams)
    const before = new Map(READERS.map((reader) => [reader, streams.get(reader)?.text().length ?? 0]))
    await edits(world, canary, { precision })
    await edits(world, canary, { description: 'Not any more' })
    await happensAt(world, canary, [world.people.stranger])
    await caughtUp(world, streams)
    for (const [reader, { text, end }] of streams) {
      expect(text().slice(before.get(reader)), `${reader} hears where it is (${precision})`).not.toContain(
        canary.point,
      )
      end()
    }
    canaries.push(canary)
  }
  for (const [reader, how, text] of await replays(world, first)) {
    if (reader !== 'suspended') expect(text).toContain(canaries[0]?.id)
    for (const { point } of canaries) expect(text, `${reader}, ${how}`).not.toContain(point)
  }
})
