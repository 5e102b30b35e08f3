import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { contract, getDetail, type Endpoint, type ProblemBody } from '@nollie/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../world/app.ts'
import { makeAdmin, member, type TestPerson } from '../actors/people.ts'
import { webRootIn } from '../makers/web-root.ts'

const webRoot = webRootIn(['en', 'ja'])
let it: TestApp
let admin: TestPerson
beforeAll(async () => {
  it = await testApp({ webRoot })
  admin = await member(it, 'ada')
  await makeAdmin(it.db, admin.user_id)
})
afterAll(async () => {
  await it.close()
  rmSync(webRoot, { recursive: true })
})

/** Phrases in a validator's messages, which are meant for programmers. */
const DIALECT =
  /invalid (input|option|uuid|string|email|url|iso|number|date|key)|expected (string|number|array|object|boolean|record|one)|received|too (small|big)|unrecognized|undefined|\bNaN\b|must match pattern|regex|instancePath/i
const WRONG = [null, 7, -1, 1e9, 'x', '', 'x'.repeat(9000), true, [], [7], {}, { x: 1 }]
const LIKELY = [randomUUID(), '0', '1', 'like', 'spot', 'ada', 'x.jpg']

type Sent = { params?: object; query?: object; body?: unknown; headers?: object }
type Place = keyof Sent

function listNames(schema: z.ZodType | undefined): string[] {
  if (!schema) return []
  const { properties, anyOf, allOf } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const parts = [...(anyOf ?? []), ...(allOf ?? [])] as { properties?: object }[]
  return [...new Set([{ properties }, ...parts].flatMap((part) => Object.keys(part.properties ?? {})))]
}

// Use valid paths and headers, so that the checks that follow can run.
function rightPath({ params, url }: Endpoint): Record<string, string> {
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

function broken(endpoint: Endpoint): [Place, unknown][] {
  const places: Place[] = ['params', 'query', 'body', 'headers']
  return places.flatMap((place): [Place, unknown][] => {
    const schema = endpoint[place]
    if (!schema) return []
    const values =
      place === 'body' ? WRONG : WRONG.filter((value) => typeof value === 'string' && value !== '')
    const single = listNames(schema).flatMap((name) => values.map((value) => ({ [name]: value })))
    const whole = place === 'body' ? [...WRONG, {}] : place === 'params' ? [] : [{}]
    return [...whole, ...single]
      .map((value) => (place === 'params' ? { ...rightPath(endpoint), ...(value as object) } : value))
      .filter((value) => !schema.safeParse(value).success)
      .map((value) => [place, value])
  })
}

async function ask(endpoint: Endpoint, place: Place, value: unknown, language = 'en') {
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
      'accept-language': language,
    },
  })
}

// Only programs send requests that cause these errors.
const FOR_PROGRAMMERS = /^Upload|^This needs an access token/

function listSentences({ detail, fields = {} }: ProblemBody) {
  return [detail, ...Object.values(fields)]
}

function inEnglish(problem: ProblemBody) {
  return listSentences(problem).filter((text) => !/[\p{Script=Han}\p{Script=Hiragana}]/u.test(text))
}

const ENDPOINTS = Object.values(contract) as unknown as Endpoint[]

test('no operation responds to invalid input in a validator’s wording, or in the wrong language', async () => {
  let asked = 0
  const seen = new Set<string>()
  const wrong: string[] = []
  for (const endpoint of ENDPOINTS) {
    for (const [place, value] of broken(endpoint)) {
      const answer = await ask(endpoint, place, value)
      const isProblem = String(answer.headers['content-type']).includes('json')
      if (answer.statusCode < 400 || answer.body === '' || !isProblem) continue
      asked += 1
      const { title, detail, fields = {}, code } = answer.json<ProblemBody>()
      const sentences = [title, detail, ...Object.values(fields)]
      const isWrong =
        answer.statusCode >= 500 ||
        sentences.some((text) => DIALECT.test(text)) ||
        title === code ||
        !/^["A-Z].*[.!?]$/s.test(detail)
      // If the response contains a new sentence, repeats the request in Japanese.
      const isNew = listSentences({ detail, fields } as ProblemBody).some((text) => !seen.has(text))
      for (const text of listSentences({ detail, fields } as ProblemBody)) seen.add(text)
      if (isNew) {
        const left = inEnglish((await ask(endpoint, place, value, 'ja')).json<ProblemBody>())
        wrong.push(
          ...left.filter((text) => !FOR_PROGRAMMERS.test(text)).map((text) => `not translated: ${text}`),
        )
      }
      if (isWrong)
        wrong.push(
          `${endpoint.route} ${place} ${JSON.stringify(value)?.slice(0, 60)}: ${JSON.stringify(sentences)}`,
        )
    }
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(500)
})

test('errors name headers, queries, and fields the way the sender does, all together', async () => {
  const spot = { method: 'POST', url: '/api/spots' } as const
  const body = {
    name: 'Ledge',
    latitude: 41.38,
    longitude: 2.17,
    spot_types: ['ledges'],
    media_ids: [randomUUID()],
  }
  const fetchSentence = async (request: object) =>
    (await it.app.inject({ headers: admin.bearer, ...request })).json<ProblemBody>().detail
  expect(await fetchSentence({ ...spot, payload: body })).toBe(
    'The header Idempotency-Key: This is required.',
  )
  const edit = {
    method: 'PATCH',
    url: `/api/spots/${randomUUID()}`,
    payload: { ...body, media_ids: undefined },
  }
  expect(await fetchSentence(edit)).toBe('The header If-Match: This is required.')
  expect(await fetchSentence({ url: '/api/spots/nearby?latitude=x&longitude=2' })).toMatch(
    /^The query parameter "latitude": /,
  )
  expect(await fetchSentence({ url: '/api/spots/7' })).toBe(
    '"spot_id" in the address: This isn’t a valid id.',
  )
  expect(
    await fetchSentence({
      ...spot,
      payload: '7',
      headers: { ...admin.bearer, 'content-type': 'application/json' },
    }),
  ).toBe('The content of this request: This must be an object.')
  const all = await it.app.inject({ ...spot, payload: { spot_types: ['lava'] }, headers: admin.bearer })
  const { fields, title } = all.json<ProblemBody>()
  expect(Object.keys(fields ?? {}).toSorted()).toEqual([
    'latitude',
    'longitude',
    'media_ids',
    'name',
    'spot_types.0',
  ])
  expect(fields?.latitude).toBe('This is required.')
  expect(title).toBe(getDetail('BAD_REQUEST'))
})
