import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../world/app.ts'
import { ROWS, type Row, type Sent } from '../authorization/rows.ts'
import { aWorld, type Targets, type World } from '../authorization/world.ts'
import { pickPairwise } from '../crawls/pairwise.ts'
import { bodyTexts, type Document, hostile, namesIn } from './fields.ts'
import { UNSEEN } from './hostile.ts'

let it: TestApp
let world: World
let document: Document
let adminTargets: Targets
let ownerTargets: Targets
let password: string | null
let inBodies: Map<string, HostileText[]>
let inQueries: Map<string, HostileText[]>

/** Free-text fields by operation: fields for text that people write for others to read. */
const FREE_TEXTS = [
  'POST /api/account/tokens: name',
  'PATCH /api/account/passkeys/{passkey_id}: name',
  'POST /api/account/factors: name',
  'PATCH /api/account/factors/{factor_id}: name',
  'POST /api/spots: name',
  'POST /api/spots: description',
  'POST /api/spots: address',
  'POST /api/spots: city',
  'POST /api/spots: state',
  'POST /api/spots: country',
  'POST /api/spots: alt_texts',
  'PATCH /api/spots/{spot_id}: name',
  'PATCH /api/spots/{spot_id}: description',
  'PATCH /api/spots/{spot_id}: address',
  'PATCH /api/spots/{spot_id}: city',
  'PATCH /api/spots/{spot_id}: state',
  'PATCH /api/spots/{spot_id}: country',
  'POST /api/spots/{spot_id}/facts: facts.fee_note',
  'PUT /api/stewards/spots/{spot_id}/settlement: reason',
  'POST /api/stewards/bulletins: content',
  'POST /api/moderation/areas: name',
  'POST /api/moderation/areas/{area_id}/ended-stewards: reason',
  'POST /api/posts: title',
  'POST /api/posts: content',
  'POST /api/posts: alt_texts',
  'PATCH /api/posts/{post_id}: title',
  'PATCH /api/posts/{post_id}: content',
  'POST /api/posts/{post_id}/comments: content',
  'POST /api/reports: description',
  'POST /api/messages/with/{user_id}: content',
  'POST /api/lists: name',
  'POST /api/lists: description',
  'PATCH /api/lists/{list_id}: name',
  'PATCH /api/lists/{list_id}: description',
  'PATCH /api/lists/{list_id}/spots/{spot_id}: note',
  'POST /api/spots/{spot_id}/meetups: note',
  'PATCH /api/meetups/{meetup_id}: note',
  'POST /api/content: title',
  'POST /api/content: content',
  'POST /api/content: alt_texts',
  'PATCH /api/posts/{post_id}/media/{media_index}: alt_text',
  'POST /api/drafts: alt_texts',
  'POST /api/drafts: note',
  'PATCH /api/drafts/{draft_id}: note',
  'POST /api/discussions: title',
  'POST /api/discussions: content',
  'POST /api/discussions/{discussion_id}/comments: content',
  'PATCH /api/discussions/{discussion_id}: title',
  'PATCH /api/discussions/{discussion_id}: content',
  'POST /api/crews: name',
  'PATCH /api/crews/{crew_id}: name',
  'PATCH /api/profile: full_name',
  'PATCH /api/profile: bio',
  'PUT /api/profile/home-town: home_town',
  'POST /api/moderation/cases/{case_id}/decision: reason',
  'POST /api/ads: title',
  'POST /api/ads: content',
  'POST /api/ads: place_name',
  'PUT /api/ads/{ad_id}: title',
  'PUT /api/ads/{ad_id}: content',
  'PUT /api/ads/{ad_id}: place_name',
  'PUT /api/imports/files/{file_id}/source: source',
  'PUT /api/imports/files/{file_id}/source: licence',
  'POST /api/notices: description',
  'POST /api/notices: name',
  'PUT /api/moderation/people/{user_id}/suspension: reason',
]

beforeAll(async () => {
  it = await testApp({ media: { filesPerDay: 100_000 } })
  world = await aWorld(it)
  document = (await it.app.inject({ url: '/api/openapi.json' })).json()
  inBodies = pickTexts(withBody, (name) => bodyTexts(document, name).map((field) => field.name), hostile())
  const isSendable = (value: unknown) =>
    typeof value === 'string' && value.length < 10_000 && value.isWellFormed()
  inQueries = pickTexts(
    withQuery,
    (name) => namesIn(document, name, 'query'),
    hostile().filter(([, value]) => isSendable(value)),
  )
  ownerTargets = await world.makeTargets(world.persons.owner)
  adminTargets = await world.makeTargets(world.persons.admin)
  const ofAdmin = it.db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', world.persons.admin.user_id)
  password = (await ofAdmin.executeTakeFirstOrThrow()).password
})
afterAll(() => it.close())

type Answer = { what: string; status: number; code: string | undefined; fields: string[] }

// An admin can call every operation. For an operation that isn't allowed on one's own content, uses another person's.
function rightRequest(row: Row, mine: Targets, theirs: Targets): Promise<Sent> | Sent {
  return row.send(row.own ? theirs : mine, mine, world)
}

// Some operations end the session they are called with, and one changes the password.
async function admitted() {
  const { user_id, email } = world.persons.admin
  await it.db.updateTable('accounts').set({ password }).where('user_id', '=', user_id).execute()
  const answer = await it.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in',
    payload: { email, password: world.persons.admin.password },
    headers: { 'sec-fetch-site': 'same-origin', 'x-client': 'token' },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return { authorization: `Bearer ${answer.json<{ token: string }>().token}` }
}

async function ask(
  what: string,
  name: string,
  { params, query, body, headers }: Sent,
  who: object = world.headers.admin,
): Promise<Answer> {
  const [method = '', path = ''] = name.split(' ')
  const url = path.replace(/\{(\w+)\}/g, (_, param: string) => params?.[param] ?? '')
  const answer = await it.app.inject({
    method: method as 'GET',
    url,
    ...(query ? { query } : {}),
    ...(body === undefined ? {} : { payload: body as object }),
    headers: {
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...headers,
      ...who,
    },
    payloadAsStream: true,
  })
  const parts: Buffer[] = []
  // A valid request for events opens a stream that never ends.
  if (answer.statusCode >= 400) for await (const part of answer.stream()) parts.push(part)
  else answer.stream().destroy()
  const problem = JSON.parse(Buffer.concat(parts).toString() || '{}') as { code?: string; fields?: object }
  return { what, status: answer.statusCode, code: problem.code, fields: Object.keys(problem.fields ?? {}) }
}

/** Whether the response to a hostile value is wrong. Success and a clear refusal are both fine. */
function wrongWith(field: string) {
  return (answer: Answer) => {
    const { status, code, fields } = answer
    // The name of a list item contains a number.
    const named = fields.map((name) => name.replaceAll(/\.\d+(?=\.|$)/g, ''))
    const isNamed = [...fields, ...named].some(
      (name) => name === field || name.startsWith(`${field}.`) || field.startsWith(`${name}.`),
    )
    return status >= 500 || (code === 'BAD_REQUEST' && !isNamed) || (status >= 400 && !code)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// The deeply nested value is sent with the rest of a valid body.
function merged(right: unknown, put: unknown): unknown {
  if (Array.isArray(right) && Array.isArray(put)) return put.map((item, i) => merged(right[i], item))
  if (!isObject(right) || !isObject(put)) return put
  return {
    ...right,
    ...Object.fromEntries(Object.entries(put).map(([name, value]) => [name, merged(right[name], value)])),
  }
}

type HostileText = ReturnType<typeof hostile>[number]

/**
 * Picks which hostile strings to send to which fields, by `operation: field`. Every operation gets every string in one
 * of its fields, and every field name gets every string in one of its operations.
 */
function pickTexts(
  operations: [name: string, row: Row][],
  getFields: (name: string) => string[],
  texts: HostileText[],
): Map<string, HostileText[]> {
  const all = operations.flatMap(([name]) =>
    getFields(name).flatMap((field) => texts.map((text) => ({ name, field, text }))),
  )
  const picked = pickPairwise(all, ({ name, field, text: [what] }) => [name, field, what])
  const byField = Map.groupBy(picked, ({ name, field }) => `${name}: ${field}`)
  return new Map([...byField].map(([key, some]) => [key, some.map(({ text }) => text)]))
}

type Try = [what: string, change: (sent: Sent) => Sent]

async function refusals(name: string, row: Row, tries: Try[], who?: object): Promise<Answer[]> {
  const right = await rightRequest(row, adminTargets, ownerTargets)
  const answers: Answer[] = []
  for (const [what, change] of tries) answers.push(await ask(what, name, change(right), who))
  return answers
}

const withBody = Object.entries(ROWS).filter(([name]) => !/^(GET|HEAD)/.test(name))
const withQuery = Object.entries(ROWS).filter(([name]) => name.startsWith('GET '))
const withPath = Object.entries(ROWS).filter(([name]) => name.includes('{'))

test.each(withBody)(
  'C5 C6 C7 %s handles hostile text safely, or names the field in its refusal',
  async (name, row) => {
    for (const { name: field, put } of bodyTexts(document, name)) {
      const tries = (inBodies.get(`${name}: ${field}`) ?? []).map(
        ([what, value]): Try => [what, (sent) => ({ ...sent, body: merged(sent.body ?? {}, put(value)) })],
      )
      expect((await refusals(name, row, tries, await admitted())).filter(wrongWith(field)), field).toEqual([])
    }
  },
)

test.each(withQuery)('C6 C7 %s safely handles hostile queries', async (name, row) => {
  for (const field of namesIn(document, name, 'query')) {
    const tries = (inQueries.get(`${name}: ${field}`) ?? []).map(
      ([what, value]): Try => [
        what,
        (sent) => ({ ...sent, query: { ...sent.query, [field]: String(value) } }),
      ],
    )
    expect((await refusals(name, row, tries)).filter(wrongWith(field)), field).toEqual([])
  }
})

test.each(withPath)('C6 E3 %s refuses hostile URLs', async (name, row) => {
  for (const param of namesIn(document, name, 'path')) {
    const tries = ['%00', '%E2%80%AE', '%zz', '%ff', '%2e%2e%2f', 'x'.repeat(2000), '%F0%9F%9B%B9'].map(
      (value): Try => [value, (sent) => ({ ...sent, params: { ...sent.params, [param]: value } })],
    )
    const answers = await refusals(name, row, tries)
    expect(
      answers.filter(({ status }) => status < 400 || status >= 500),
      param,
    ).toEqual([])
  }
})

test.each(withBody)('A2 C8 %s ignores or refuses unknown keys', async (name, row) => {
  if (bodyTexts(document, name).length === 0) return
  const good = async () => (await rightRequest(row, adminTargets, ownerTargets)).body ?? {}
  const forged = { is_admin: true, user_id: world.persons.stale.user_id, likes_count: 1e6, id: 'x' }
  const inside = JSON.stringify(await good()).slice(1)
  const bodies: [what: string, body: unknown][] = [
    ['__proto__', `{"__proto__":{"is_admin":true},${inside}`],
    ['constructor', `{"constructor":{"prototype":{"is_admin":true}},${inside}`],
    ['a text', '"Ledge"'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no JSON', '{"title":'],
    ['NUL', '{"title":"\u0000"}'],
    ['nothing', ''],
    ['deep', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['too much', JSON.stringify({ title: 'x'.repeat(100_000) })],
    ['forged keys', { ...forged, ...(await good()) }],
  ]
  const answers = await refusals(
    name,
    row,
    bodies.map(([what, body]) => [what, (sent) => ({ ...sent, body })]),
    await admitted(),
  )
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  // A malformed request is refused, but unknown keys may be ignored.
  expect(answers.slice(0, -1).filter(({ status }) => status < 400)).toEqual([])
  expect(answers.filter(({ what, status }) => what === 'too much' && status !== 413)).toEqual([])
})

test('C5 people’s text is stored without characters that hide or reverse other text', async () => {
  const taken: string[] = []
  for (const [name, row] of withBody)
    for (const { name: field, put } of bodyTexts(document, name)) {
      const { admin, owner } = world.persons
      const theirs = row.own ? await world.makeTargets(owner) : ownerTargets
      const sent = await rightRequest(row, await world.makeTargets(admin), theirs)
      const body = { ...(sent.body as object), ...(put(Object.values(UNSEEN).join(' ')) as object) }
      const { status } = await ask('unseen', name, { ...sent, body }, await admitted())
      if (status < 300 && !/password/.test(field)) taken.push(`${name}: ${field}`)
    }
  expect(taken).toEqual(FREE_TEXTS)
})

const SIGNS = String.raw`[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff]|[\u0301]{5}`

test('C5 A2 after that, no text in any table contains such a character, and no one became an admin', async () => {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and data_type in ('text', 'character varying', 'jsonb', 'ARRAY')`.execute(it.db)
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await sql<{ value: string }>`
      select ${sql.ref(column)}::text as value from ${sql.table(table)}
      where ${sql.ref(column)}::text ~ ${SIGNS} limit 3`.execute(it.db)
    found.push(...rows.map(({ value }) => `${table}.${column}: ${JSON.stringify(value.slice(0, 60))}`))
  }
  expect(columns.length).toBeGreaterThan(50)
  expect(found).toEqual([])
  const admins = await it.db.selectFrom('profiles').select('user_id').where('is_admin', '=', true).execute()
  expect(admins).toEqual([{ user_id: world.persons.admin.user_id }])
  expect(({} as { is_admin?: boolean }).is_admin).toBeUndefined()
})
