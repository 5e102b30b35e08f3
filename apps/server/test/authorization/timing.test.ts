import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../world/app.ts'
import { aCrew } from '../makers/crews.ts'
import { areaUnderCurve, areEqualTimes } from '../world/equal-times.ts'
import { member, type TestPerson } from '../actors/people.ts'
import { aList, aSpotRow } from '../makers/posts.ts'
import { isProof } from '../world/proof.ts'
import { recordStatements, captureStatements } from '../statements/statements.ts'
import { type Canary, canariesIn } from './canaries.ts'
import { buildRequest } from './request.ts'
import { ROWS, type Sent } from './rows.ts'
import { aWorld, type World } from './world.ts'

// Tests whether a refusal takes longer if there is something to hide (a private spot and its content) than for a target
// that never existed. Times vary, but SQL statements don't, so most tests compare statements.

const webRoot = mkdtempSync(join(tmpdir(), 'nollie-web-'))
let it: TestApp
let world: World
let hidden: Canary
let stranger: TestPerson
let privateList: string
/** The link to a list that a moderator has hidden. */
let link: string
/** A spot that was merged with the hidden one. */
let merged: string
/** The key of the hidden spot's photo. */
let key: string

beforeAll(async () => {
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><head></head>the client')
  it = await testApp({ webRoot, media: { filesPerDay: 100_000 } })
  world = await aWorld(it)
  const { owner: creator, member: other } = world.persons
  stranger = other
  const [mutual, former, crewmate] = [
    await member(it, 'mutual_one'),
    await member(it, 'former_one'),
    await member(it, 'crewmate_one'),
  ]
  const crew_id = await aCrew(it.db, creator.user_id, [crewmate.user_id])
  const { aCanary } = canariesIn({ it, world, persons: { creator, mutual, former, crewmate }, crew_id })
  hidden = await aCanary('only_me', 1)
  await it.db
    .updateTable('spots')
    .set({ audience: 'only_me' })
    .where('id', '=', hidden.ids[0] ?? '')
    .execute()
  const spots = [hidden.ids[0] ?? '']
  privateList = await aList(it.db, creator.user_id, spots)
  const linked = await aList(it.db, creator.user_id, spots, 'link')
  link = linked.replaceAll('-', '')
  await it.db.updateTable('lists').set({ hidden_at: new Date() }).where('id', '=', linked).execute()
  merged = await aSpotRow(it.db, creator.user_id)
  await it.db.updateTable('spots').set({ deleted_at: new Date() }).where('id', '=', merged).execute()
  await it.db
    .insertInto('spot_forwards')
    .values({ from_id: merged, to_id: hidden.ids[0] ?? '' })
    .execute()
  key = await hidden.targets.fileKey()
})
afterAll(async () => {
  await it.close()
  rmSync(webRoot, { recursive: true, force: true })
})
beforeEach(recordStatements)
afterEach(() => vi.restoreAllMocks())

/** Returns the same request for a target that never existed, by replacing every id of the hidden spot. */
function madeUp(sent: Sent): Sent {
  const ids = new Map(hidden.ids.filter((id) => id !== '').map((id) => [id, uuid()]))
  let text = JSON.stringify(sent)
  for (const [id, other] of ids) text = text.replaceAll(id, other)
  return JSON.parse(text) as Sent
}

async function ask(name: string, sent: Sent) {
  const answer = await it.app.inject(buildRequest(name, sent, stranger.bearer))
  return { status: answer.statusCode, code: answer.json<{ code?: string }>().code }
}

const NAMES_SPOT = /\{spot_id\}|^(?:POST|PUT) /

test('requests for a hidden spot are refused by the same statements as for one that never existed', async () => {
  const mine = await world.makeTargets(stranger)
  const differ: string[] = []
  let compared = 0
  for (const [name, row] of Object.entries(ROWS)) {
    if (name === 'GET /api/events' || row.endsSession || !NAMES_SPOT.test(name)) continue
    const of = () => row.send(hidden.targets, mine, world)
    if (!JSON.stringify(await of()).includes(hidden.ids[0] ?? '')) continue
    const [real, first] = await captureStatements(async () => ask(name, await of()))
    const [none, other] = await captureStatements(async () => ask(name, madeUp(await of())))
    expect(first.length, name).toBeGreaterThan(0)
    const isSame = JSON.stringify([real, first]) === JSON.stringify([none, other])
    if (!isSame)
      differ.push(
        `${name}: ${real.status} ${real.code} by ${first.length}, ${none.status} ${none.code} by ${other.length}`,
      )
    compared += 1
  }
  expect(differ).toEqual([])
  expect(compared).toBeGreaterThan(25)
})

async function times(urls: readonly [() => string, () => string], headers: object, count: number) {
  const measured: [number[], number[]] = [[], []]
  const timed = async (url: string) => {
    const begun = performance.now()
    const { statusCode } = await it.app.inject({ url, headers: { ...headers } })
    return [performance.now() - begun, statusCode] as const
  }
  for (let n = 0; n < 10; n++) for (const url of urls) await timed(url())
  const order = Array.from({ length: 2 * count }, (_, n) => ({ kind: n % 2, at: Math.random() }))
  const statuses = new Set<number>()
  for (const { kind } of order.toSorted((a, b) => a.at - b.at)) {
    if (statuses.size === 0) await it.db.deleteFrom('rate_counts').execute()
    const [taken, status] = await timed(urls[kind as 0 | 1]())
    measured[kind as 0 | 1].push(taken)
    statuses.add(status)
  }
  expect(statuses.size, 'both are answered alike').toBe(1)
  return areaUnderCurve(...measured)
}

function made(id: string) {
  return id.replaceAll('-', '')
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

function otherKey() {
  return Array.from({ length: key.length }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join(
    '',
  )
}

const PAIRS: Record<string, [isSignedIn: boolean, real: () => string, none: () => string]> = {
  'the page of a spot': [true, () => `/api/spots/${hidden.ids[0]}`, () => `/api/spots/${uuid()}`],
  'its card': [false, () => `/api/spots/${hidden.ids[0]}/card`, () => `/api/spots/${uuid()}/card`],
  'its address': [false, () => `/spots/${hidden.ids[0]}`, () => `/spots/${uuid()}`],
  'the address that leads to it': [false, () => `/spots/${merged}`, () => `/spots/${uuid()}`],
  'a spot that was merged with it': [true, () => `/api/spots/${merged}`, () => `/api/spots/${uuid()}`],
  'its photo': [true, () => `/media/${key}/400.webp`, () => `/media/${otherKey()}/400.webp`],
  'a private list': [true, () => `/api/lists/${privateList}`, () => `/api/lists/${uuid()}`],
  'a list by its link': [false, () => `/api/lists/${link}`, () => `/api/lists/${made(uuid())}`],
}

function getPair(what: string) {
  const [isSignedIn, real, none] = PAIRS[what] ?? expect.fail(what)
  return { headers: isSignedIn ? stranger.bearer : {}, real, none }
}

test.each(Object.keys(PAIRS))(
  '%s: a hidden target is refused by the same statements as one that never existed',
  async (what) => {
    const { headers, real, none } = getPair(what)
    const sent = async (url: string) =>
      (await captureStatements(async () => await it.app.inject({ url, headers })))[1]
    // The result of reading a file is cached briefly.
    await sent(none())
    const [first, second] = [await sent(real()), await sent(none())]
    expect(first.length).toBeGreaterThan(0)
    expect(first).toEqual(second)
  },
)

// Other load on the computer would drown out differences of hundredths of a millisecond.
test.runIf(isProof).each(Object.keys(PAIRS))(
  '%s: refusing a hidden target takes as long as one that never existed',
  async (what) => {
    const { headers, real, none } = getPair(what)
    const { isClear, area } = await areEqualTimes(200, (count) => times([real, none], headers, count))
    console.info(`${what}: area under the curve ${area.toFixed(3)}`)
    expect(isClear, `area under the curve ${area}`).toBe(true)
  },
)
