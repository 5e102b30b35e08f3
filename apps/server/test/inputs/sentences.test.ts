import { randomUUID } from 'node:crypto'
import { contract, detailOf, type Endpoint, type ProblemBody } from '@nollie/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../app.ts'
import { makeAdmin, member, type TestPerson } from '../people.ts'

let it: TestApp
let admin: TestPerson
beforeAll(async () => {
  it = await testApp()
  admin = await member(it, 'ada')
  await makeAdmin(it.db, admin.user_id)
})
afterAll(() => it.close())

/** Phrases of a validator for programmers. */
const DIALECT =
  /invalid (input|option|uuid|string|email|url|iso|number|date|key)|expected (string|number|array|object|boolean|record|one)|received|too (small|big)|unrecognized|undefined|\bNaN\b|must match pattern|regex|instancePath/i
const WRONG = [null, 7, -1, 1e9, 'x', '', 'x'.repeat(9000), true, [], [7], {}, { x: 1 }]
const LIKELY = [randomUUID(), '0', '1', 'like', 'spot', 'ada', 'x.jpg']

type Sent = { params?: object; query?: object; body?: unknown; headers?: object }
type Place = keyof Sent

const namesOf = (schema: z.ZodType | undefined): string[] => {
  if (!schema) return []
  const { properties, anyOf, allOf } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const parts = [...(anyOf ?? []), ...(allOf ?? [])] as { properties?: object }[]
  return [...new Set([{ properties }, ...parts].flatMap((part) => Object.keys(part.properties ?? {})))]
}

// Valid addresses and headers, so that the checks behind them run.
const rightPath = ({ params, url }: Endpoint): Record<string, string> => {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const right: Record<string, string> = {}
  for (const name of names) {
    const isRight = (value: string) => {
      const issues = params?.safeParse({ ...right, [name]: value }).error?.issues ?? []
      return !issues.some(({ path }) => path[0] === name)
    }
    right[name] = LIKELY.find(isRight) ?? 'x'
  }
  return right
}
const RIGHT_HEADERS = { 'idempotency-key': randomUUID(), 'if-match': '"1"' }

const broken = (endpoint: Endpoint): [Place, unknown][] => {
  const places: Place[] = ['params', 'query', 'body', 'headers']
  return places.flatMap((place): [Place, unknown][] => {
    const schema = endpoint[place]
    if (!schema) return []
    const values =
      place === 'body' ? WRONG : WRONG.filter((value) => typeof value === 'string' && value !== '')
    const single = namesOf(schema).flatMap((name) => values.map((value) => ({ [name]: value })))
    const whole = place === 'body' ? [...WRONG, {}] : place === 'params' ? [] : [{}]
    return [...whole, ...single]
      .map((value) => (place === 'params' ? { ...rightPath(endpoint), ...(value as object) } : value))
      .filter((value) => !schema.safeParse(value).success)
      .map((value) => [place, value])
  })
}

const ask = async (endpoint: Endpoint, place: Place, value: unknown) => {
  const path = Object.entries({ ...rightPath(endpoint), ...(place === 'params' ? (value as object) : {}) })
  const url = path.reduce(
    (text, [name, part]) => text.replace(`:${name}`, encodeURIComponent(part)),
    endpoint.url,
  )
  const hasBody = endpoint.body !== undefined
  return it.app.inject({
    method: endpoint.method as 'GET',
    url,
    ...(place === 'query' ? { query: value as Record<string, string> } : {}),
    ...(hasBody ? { payload: JSON.stringify(place === 'body' ? value : {}) } : {}),
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(place === 'headers' ? (value as object) : RIGHT_HEADERS),
      ...admin.bearer,
    },
  })
}

const ENDPOINTS = Object.values(contract) as unknown as Endpoint[]

test('no operation answers broken input in the words of a validator', { timeout: 300_000 }, async () => {
  let asked = 0
  const wrong: string[] = []
  for (const endpoint of ENDPOINTS) {
    for (const [place, value] of broken(endpoint)) {
      const answer = await ask(endpoint, place, value)
      if (answer.statusCode < 400 || answer.body === '') continue
      asked += 1
      const { title, detail, fields = {}, code } = answer.json<ProblemBody>()
      const sentences = [title, detail, ...Object.values(fields)]
      const isWrong =
        answer.statusCode >= 500 ||
        sentences.some((text) => DIALECT.test(text)) ||
        title === code ||
        !/^["A-Z].*[.!?]$/s.test(detail)
      if (isWrong)
        wrong.push(
          `${endpoint.route} ${place} ${JSON.stringify(value)?.slice(0, 60)}: ${JSON.stringify(sentences)}`,
        )
    }
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(500)
})

test('headers, queries and fields are named as whoever sent them knows them, all at once', async () => {
  const spot = { method: 'POST', url: '/api/spots' } as const
  const body = {
    ...{ name: 'Ledge', latitude: 41.38, longitude: 2.17, spot_types: ['ledges'] },
    media_ids: [randomUUID()],
  }
  const sentenceOf = async (request: object) =>
    (await it.app.inject({ headers: admin.bearer, ...request })).json<ProblemBody>().detail
  expect(await sentenceOf({ ...spot, payload: body })).toBe('The header Idempotency-Key is missing.')
  const edit = {
    method: 'PATCH',
    url: `/api/spots/${randomUUID()}`,
    payload: { ...body, media_ids: undefined },
  }
  expect(await sentenceOf(edit)).toBe('The header If-Match is missing.')
  expect(await sentenceOf({ url: '/api/spots/nearby?latitude=x&longitude=2' })).toMatch(
    /^The query parameter "latitude" /,
  )
  expect(await sentenceOf({ url: '/api/spots/7' })).toBe('The "spot_id" in the address is not an id.')
  expect(
    await sentenceOf({
      ...spot,
      payload: '7',
      headers: { ...admin.bearer, 'content-type': 'application/json' },
    }),
  ).toBe('The body must be an object.')
  const all = await it.app.inject({ ...spot, payload: { spot_types: ['lava'] }, headers: admin.bearer })
  const { fields, title } = all.json<ProblemBody>()
  expect(Object.keys(fields ?? {}).toSorted()).toEqual([
    'latitude',
    'longitude',
    'media_ids',
    'name',
    'spot_types.0',
  ])
  expect(fields?.latitude).toBe('This is missing.')
  expect(title).toBe(detailOf('BAD_REQUEST'))
})
