import { randomUUID } from 'node:crypto'
import { CIRCLE_METRES } from '@nollie/contract'
import { toWorld } from '@nollie/contract/map/map-codec'
import { expect } from 'vitest'
import { metresBetween } from '../../src/modules/spots/index.ts'
import type { Actor, Caller } from '../actors/actor.ts'
import { test } from '../world/fixtures.ts'
import { aMediaItem, aSpot } from '../makers/spots.ts'

// Sends many requests about one spot, then all of them again after moving the spot within its circle and changing
// nothing else. Any response that depends on the real position would be different. (Ten thousand requests get the same
// responses; see 0105.)

const EXACT = { latitude: 41.3812345, longitude: 2.1654321 }
const QUESTIONS = 800
type Point = { latitude: number; longitude: number }

function rounded(degrees: number) {
  return Number(degrees.toFixed(5))
}

function around(middle: Point, n: number, degrees: number): Point {
  return {
    latitude: rounded(middle.latitude + Math.sin(n * 2.399) * degrees * Math.sqrt((n % 97) / 97)),
    longitude: rounded(middle.longitude + Math.cos(n * 2.399) * degrees * Math.sqrt((n % 89) / 89)),
  }
}

function tileQuery(point: Point, z: number) {
  const { x, y } = toWorld(point.latitude, point.longitude)
  const [left, top] = [Math.floor(x * 2 ** z), Math.floor(y * 2 ** z)]
  return `z=${z}&x0=${left}&x1=${left}&y0=${top}&y1=${top}`
}

function questionsAbout(id: string, shown: Point): string[] {
  const kinds: ((n: number, point: Point) => string)[] = [
    (n, point) => `/api/map?${tileQuery(point, 3 + (n % 16))}`,
    (n, point) => `/api/map/known?${tileQuery(point, 3 + (n % 16))}`,
    (n, point) => `/api/spots?${tileQuery(point, 8 + (n % 10))}`,
    (_, point) => `/api/spots?z=3&x0=0&x1=7&y0=0&y1=7&near=${point.latitude},${point.longitude}`,
    (_, point) => `/api/spots/nearby?latitude=${point.latitude}&longitude=${point.longitude}`,
    (n, point) => {
      const half = 0.0005 + (n % 40) / 4_000
      const box = [point.longitude, point.latitude, point.longitude + half, point.latitude + half]
      return `/api/map/areas/spots?box=${box.map((degrees) => degrees.toFixed(6)).join(',')}`
    },
    () => `/api/spots/${id}`,
    () => `/api/spots/${id}/card`,
    (_, point) => `/api/spots/suggestions?q=zqx&near=${point.latitude},${point.longitude}`,
    () => `/api/spots/bounds?q=zqx`,
  ]
  const each = QUESTIONS / 2 / kinds.length
  return kinds.flatMap((ask) =>
    Array.from({ length: each * 0.9 }, (_, n) => ask(n, around(shown, n, n % 2 === 0 ? 0.002 : 0.02))),
  )
}

async function fetchAnswers(who: Caller, questions: readonly string[]): Promise<string[]> {
  const answers: string[] = []
  for (const question of questions) {
    const { statusCode, body } = await who.send('GET', question)
    expect(statusCode, question).toBe(200)
    answers.push(body)
  }
  return answers
}

async function probeWithChecks(who: Actor, id: string, shown: Point): Promise<number[]> {
  const outcomes: number[] = []
  for (let n = 0; n < QUESTIONS / 20; n++) {
    const position = { ...around(shown, n, 0.009), accuracy: n % 50 }
    const body = { answer: 'open', position }
    const key = randomUUID()
    outcomes.push((await who.send('POST', `/api/spots/${id}/checks`, body, { key })).statusCode)
  }
  return outcomes
}

test('responses to many requests about a spot do not depend on where in its circle the spot is', {
  timeout: 500_000,
}, async ({ app, ada, ben }) => {
  const media_ids = [await aMediaItem(app.db, ada.user_id)]
  const { id } = await ada.shareSpot(
    aSpot({ media_ids, ...EXACT, name: 'zqx ledge', precision: 'about_150_m' }),
  )
  const shown = await ben.getSpot(id)
  const tail = id.slice(-6)
  await expect
    .poll(async () => (await ben.send('GET', `/api/map?${tileQuery(shown, 3)}`)).body)
    .toContain(tail)
  const questions = questionsAbout(id, shown)
  const first = await fetchAnswers(ben, questions)
  const checked = await probeWithChecks(ben, id, shown)
  // As far away as possible, on the opposite side.
  const elsewhere = {
    latitude: 2 * shown.latitude - EXACT.latitude,
    longitude: 2 * shown.longitude - EXACT.longitude,
  }
  await app.db.updateTable('spot_positions').set(elsewhere).where('spot_id', '=', id).execute()
  await app.db.deleteFrom('checks').where('spot_id', '=', id).execute()
  await app.db
    .updateTable('spots')
    .set({ confirmed_at: null, confirmed_by: 0, spot_state: null })
    .where('id', '=', id)
    .execute()
  expect((await ada.getSpot(id)).latitude, 'it is elsewhere').toBe(elsewhere.latitude)
  const steady = (answer: string) =>
    answer.replace(/"(version|updated_at|confirmed_at)":("[^"]*"|\d+|null)/g, '')
  const second = await fetchAnswers(ben, questions)
  const differing = questions.filter((_, n) => steady(first[n] ?? '') !== steady(second[n] ?? ''))
  expect(differing).toEqual([])
  expect(await probeWithChecks(ben, id, shown)).toEqual(checked)
  expect(checked.filter((status) => status === 201).length).toBeGreaterThan(5)
  expect(checked.filter((status) => status !== 201).length).toBeGreaterThan(5)
  const places = first.flatMap((answer) => [
    ...answer.matchAll(/"latitude":(-?[\d.]+),"longitude":(-?[\d.]+)/g),
  ])
  const distinct = new Set(places.map(([place]) => place))
  expect([...distinct], 'every answer with a position has the same one').toHaveLength(1)
  expect(places.length).toBeGreaterThan(50)
  const wrong = metresBetween(shown, EXACT)
  console.info(
    `${(questions.length + checked.length) * 2} questions, ${places.length} positions, all the same: wrong by ${wrong.toFixed(0)} m`,
  )
  expect(wrong).toBeLessThanOrEqual(CIRCLE_METRES.about_150_m ?? 0)
})
