import {
  type Audience,
  AUDIENCES,
  EXACT_AUDIENCES,
  type ExactAudience,
  isAudienceOf,
  isForCrew,
  isWithin,
  type Precision,
  PRECISIONS,
  type Relation,
} from '@nollie/contract'
import { toWorld, WORLD_BITS } from '@nollie/contract/map/map-codec'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../world/app.ts'
import { aCrew } from '../makers/crews.ts'
import { pickPairwise } from '../crawls/pairwise.ts'
import { member, type TestPerson } from '../actors/people.ts'
import { follow } from '../makers/posts.ts'
import { aMediaItem, aSpot } from '../makers/spots.ts'
import { buildRequest } from './request.ts'
import { ROWS, type Sent } from './rows.ts'
import { searchesAround, searchesFor } from './searches.ts'
import { aWorld, type Targets, type World } from './world.ts'

// Creates a spot for every audience, precision, and second audience that is first shown exactly, then less precisely.
// Searches the database and everything that other people can get for its position, street, and postal code.

type Reader = 'visitor' | 'creator' | 'mutual' | 'stranger' | 'blocked' | 'moderator'
const RELATION: Record<Reader, Relation> = {
  visitor: 'visitor',
  creator: 'creator',
  mutual: 'mutual',
  stranger: 'member',
  blocked: 'blocked',
  moderator: 'member',
}
const READERS = Object.keys(RELATION) as Reader[]
const BLURRED = PRECISIONS.filter((precision) => precision !== 'exact')
const COMBINATIONS = AUDIENCES.flatMap((audience) =>
  EXACT_AUDIENCES.filter((exact_for) => isWithin(exact_for, audience)).flatMap((exact_for) =>
    BLURRED.map((precision) => ({ audience, exact_for, precision })),
  ),
)

type Canary = {
  audience: Audience
  precision: Precision
  exact_for: ExactAudience
  label: string
  secrets: string[]
  at: { x: number; y: number }
  targets: Targets
}

let it: TestApp
let world: World
let persons: Record<Exclude<Reader, 'visitor'>, TestPerson>
const canaries: Canary[] = []

function sees(reader: Reader, { exact_for, audience }: Canary): boolean {
  return isAudienceOf(exact_for, RELATION[reader]) && isAudienceOf(audience, RELATION[reader])
}

async function ask(name: string, sent: Sent, reader: Reader) {
  const answer = await it.app.inject(
    buildRequest(name, sent, reader === 'visitor' ? {} : persons[reader].bearer),
  )
  return { status: answer.statusCode, body: answer.body, headers: JSON.stringify(answer.headers) }
}

async function aCanary(n: number, combination: (typeof COMBINATIONS)[number]): Promise<Canary> {
  const { creator } = persons
  const label = `zqplace${n}q`
  const point = { latitude: 41.38111371234 + n / 1e4, longitude: 2.16111734321 + n / 1e4 }
  const spot = aSpot({
    media_ids: [await aMediaItem(it.db, creator.user_id)],
    name: `${label} name`,
    ...point,
    address: `${label} street`,
    city: `${label} city`,
    postal_code: `${label} code`,
  })
  const shared = await ask(
    'POST /api/spots',
    { body: spot, headers: { 'idempotency-key': uuid() } },
    'creator',
  )
  if (shared.status !== 201) throw new Error(`no canary: ${shared.body}`)
  const { id, cover_item } = JSON.parse(shared.body) as { id: string; cover_item: { post_id: string } }
  const { x, y } = toWorld(point.latitude, point.longitude)
  const targets = await world.makeTargets(creator)
  return {
    ...combination,
    label,
    secrets: [
      // Enough digits that no other spot's displayed point could match by chance.
      `${label} street`,
      `${label} city`,
      `${label} code`,
      String(point.latitude).slice(0, 12),
      String(point.longitude).slice(0, 11),
    ],
    at: { x: Math.floor(x * 2 ** WORLD_BITS), y: Math.floor(y * 2 ** WORLD_BITS) },
    targets: { ...targets, spot_id: id, post_id: cover_item.post_id },
  }
}

beforeAll(async () => {
  it = await testApp({ media: { filesPerDay: 100_000 } })
  world = await aWorld(it)
  const { owner: creator, blocked, member: stranger, admin: moderator } = world.persons
  const mutual = await member(it, 'the.mutual.one')
  persons = { creator, blocked, stranger, moderator, mutual }
  await follow(it.db, mutual.user_id, creator.user_id)
  await follow(it.db, creator.user_id, mutual.user_id)
  const crew_id = await aCrew(it.db, creator.user_id)
  for (const [n, combination] of COMBINATIONS.entries()) canaries.push(await aCanary(n + 1, combination))
  // Make the spots less precise afterward, so that there is something to delete.
  for (const { targets, audience, exact_for, precision } of canaries) {
    const { status } = await ask(
      'PATCH /api/spots/{spot_id}',
      {
        params: { spot_id: targets.spot_id },
        headers: { 'if-match': '"1"' },
        body: { audience, exact_for, precision, ...(isForCrew({ audience, exact_for }) && { crew_id }) },
      },
      'creator',
    )
    if (status !== 200) throw new Error(`a canary is as it was: ${status}`)
  }
})
afterAll(() => it.close())

const CHANGES_RELATION = /\/(follow|block|suspen)/
const NAMES_TARGET = /\{(spot_id|post_id|comment_id|key|file)\}|^POST /

type Question = { reader: Reader; canary: Canary; name: string }

/**
 * Picks which reader sends which request about which canary. Requests without a target are sent once per reader,
 * regardless of the canary.
 */
function pickQuestions(): Question[] {
  const read = canaries.filter(
    ({ audience, exact_for }) =>
      exact_for === 'mutuals' || (audience === 'everybody' && exact_for === 'only_me'),
  )
  const changed = canaries.filter(
    ({ audience, exact_for }) => audience === 'everybody' && exact_for === 'mutuals',
  )
  const names = Object.entries(ROWS)
    .filter(([name, row]) => name !== 'GET /api/events' && !row.endsSession && !CHANGES_RELATION.test(name))
    .map(([name]) => name)
    // Deletions come last.
    .sort((a, b) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')))
  const all = names.flatMap((name) =>
    READERS.flatMap((reader) => {
      const about = (name.startsWith('GET ') ? read : changed).filter((canary) => !sees(reader, canary))
      return (NAMES_TARGET.test(name) ? about : about.slice(0, 1)).map((canary) => ({ reader, canary, name }))
    }),
  )
  return pickPairwise(all, ({ reader, canary, name }) => [name, reader, canary.label])
}

function leaks(text: string, { secrets }: Canary, sent: string) {
  return secrets.filter((secret) => !sent.includes(secret) && text.includes(secret))
}

test('no response contains a spot’s position if the person doesn’t see it exactly', {
  timeout: 600_000,
}, async () => {
  const found: string[] = []
  let asked = 0
  const questions = Map.groupBy(pickQuestions(), ({ reader }) => reader)
  const unseen = READERS.flatMap((reader) =>
    canaries.filter((canary) => !sees(reader, canary)).map((canary) => ({ reader, canary })),
  )
  const searched = Map.groupBy(
    pickPairwise(unseen, ({ reader, canary: { audience, precision, exact_for } }) => [
      reader,
      audience,
      precision,
      exact_for,
    ]),
    ({ reader }) => reader,
  )
  for (const reader of READERS) {
    const outside = canaries.filter((canary) => !sees(reader, canary))
    if (outside.length === 0) continue
    const mine = await world.makeTargets(persons[reader === 'visitor' ? 'stranger' : reader])
    const look = async (name: string, sent: Sent) => {
      const { body, headers } = await ask(name, sent, reader)
      asked += 1
      const written = `${name} ${JSON.stringify(sent)}`
      for (const canary of outside)
        for (const leak of leaks(`${headers}\n${body}`, canary, written))
          found.push(`${reader}: ${name} shows ${leak} of ${canary.precision} for ${canary.exact_for}`)
    }
    for (const { name, canary } of questions.get(reader) ?? [])
      await look(name, await ROWS[name]!.send(canary.targets, mine, world))
    for (const { canary } of searched.get(reader) ?? []) {
      const ids = [canary.targets.spot_id, canary.targets.post_id]
      const ofSecrets = canary.secrets.map((q): [string, Sent] => [
        'GET /api/spots',
        { query: { z: '0', x0: '0', x1: '0', y0: '0', y1: '0', q } },
      ])
      for (const [name, sent] of [...searchesFor({ ids, label: canary.label }), ...ofSecrets])
        await look(name, sent)
    }
    const people = { mutual: persons.mutual, former: persons.stranger }
    for (const [name, sent] of searchesAround(people)) await look(name, sent)
  }
  expect(found).toEqual([])
  expect(asked).toBeGreaterThan(1_500)
})

test('a text search does not find a spot by a street that it doesn’t show', async () => {
  const [canary] = canaries.filter(({ audience }) => audience === 'everybody')
  const [street = '', city = ''] = canary?.secrets ?? []
  for (const q of [street, city])
    for (const path of ['/api/search/spots', '/api/spots/suggestions']) {
      const { body, status } = await ask(`GET ${path}`, { query: { q } }, 'stranger')
      expect(status).toBe(200)
      expect(body).not.toContain(canary?.label)
    }
})

test('the position is in a single table, no matter what was queued, emailed, published, or written', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(it.db)
  const secrets = canaries.flatMap(({ secrets }) => secrets.map((secret) => `%${secret}%`))
  const having: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from ${sql.table(name)} t where to_jsonb(t)::text like any (${secrets}::text[])) as found`.execute(
      it.db,
    )
    if (rows[0]?.found) having.push(name)
  }
  // A stored response belongs to the sender of the request, and is deleted after a day.
  expect(having.filter((name) => name !== 'idempotency_keys')).toEqual(['spot_positions'])
  const { rows: events } = await sql<{ data: string }>`
    select data::text as data from events where name = 'spot' and data ->> 'kind' <> 'created'`.execute(it.db)
  for (const { at } of canaries)
    for (const { data } of events)
      expect(data.includes(`"x": ${at.x}`) && data.includes(`"y": ${at.y}`), data).toBe(false)
})
