import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { toWorld } from '@nollie/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkWorld } from '../../../../packages/lab/bench/world/check.ts'
import { fillWorld } from '../../../../packages/lab/bench/world/fill.ts'
import { ROLES, type Role, WORLD_SIZES } from '../../../../packages/lab/bench/world/sizes.ts'
import { type Db, openDatabase } from '../../src/db/open.ts'
import { listPreparedStatements } from '../../src/db/prepared.ts'
import { writeCursor } from '../../src/platform/http/index.ts'
import { type TestApp, testApp } from '../world/app.ts'
import { signUp } from '../actors/people.ts'
import { fillGroups, type Groups } from './fill-groups.ts'
import { CALLS_OF_GROUPS, HOT_CALLS, type HotCall, type Named, WORLD_CALLS } from './hot-calls.ts'
import { preparedName, queryReader } from './query-files.ts'
import {
  type Executed,
  isOfRows,
  maxSorted,
  readWhole,
  rowsTouched,
  type WatchedDatabase,
  watchedDatabase,
} from './watched.ts'

// Measures the cost of frequent calls without noise: how many statements a call executes and how many rows they touch.
// No call may scan a large table or sort more than a page. If you make a call more expensive on purpose, raise its
// numbers in hot-calls.ts.

/** Maximum number of rows sorted in one step: enough for a page, or for everyone that a person can block. */
const MAX_SORTED = 120
/** Tables with more rows than this count as large. */
const LARGE = 5_000
/** After five calls, PostgreSQL may switch a prepared statement to another plan. */
const CALLS = 7

let database: WatchedDatabase
let it: TestApp
let large: string[]
let wrongInWorld: string[]
let named: Named
const bearers = new Map<Role, { authorization: string }>()

function selectAccount(role: Role) {
  return sql`(select id from users where email = ${`s${ROLES[role]}@nollie.example`})`
}

/** Returns the cursor of a page with a person's three oldest saved posts. */
async function findSavedPage(db: Db): Promise<string> {
  const { rows } = await sql<{ post_id: string; at: Date }>`
    select post_id, created_at as at from saved_posts where user_id = ${selectAccount('friendly')}
    order by created_at, post_id offset 3 limit 1`.execute(db)
  const [found] = rows
  if (!found) throw new Error('The world has too few saved posts.')
  return writeCursor(['posts', new Date(found.at).toISOString(), found.post_id])
}

/** Finds the ids that the calls use. */
async function lookUp(db: Db): Promise<Omit<Named, keyof Groups>> {
  const { rows } = await sql<
    Omit<Named, keyof Groups | 'far' | 'near' | 'area' | 'savedPage'> & {
      latitude: number
      longitude: number
    }
  >`
    select (select post_id from post_media order by like_count desc limit 1) as viral,
      (select id from posts order by created_at desc limit 1) as newest, s.id as spot, s.latitude, s.longitude,
      ${selectAccount('star')} as star,
      (select thread_id from message_sides where user_id = ${selectAccount('friendly')} order by last_message_at desc limit 1) as thread,
      (select id from discussions order by comment_count desc limit 1) as discussion,
      (select left(full_name, 4) from profiles order by user_id limit 1) as search
    from (select spot_id from posts group by 1 having spot_id is not null order by count(*) desc limit 1) p
    join spots s on s.id = p.spot_id`.execute(db)
  const [found] = rows
  if (!found) throw new Error('The world has no spot with posts.')
  const { x, y } = toWorld(found.latitude, found.longitude)
  const view = (z: number) => {
    const [column, row] = [Math.floor(x * 2 ** z), Math.floor(y * 2 ** z)]
    return `z=${z}&x0=${column}&x1=${column + 1}&y0=${row}&y1=${Math.min(row + 1, 2 ** z - 1)}`
  }
  const { latitude, longitude } = found
  const area = [longitude - 0.1, latitude - 0.1, longitude + 0.1, latitude + 0.1].map((side) =>
    side.toFixed(4),
  )
  return { ...found, far: view(5), near: view(14), area: area.join(','), savedPage: await findSavedPage(db) }
}

/** Signs up a new person, and hands the session over to the person with this role. */
async function signIn(role: Role): Promise<void> {
  const { user_id, bearer } = await signUp(it, `guest_of_${role.toLowerCase()}`)
  await sql`update sessions set user_id = ${selectAccount(role)} where user_id = ${user_id}`.execute(it.db)
  bearers.set(role, bearer)
}

beforeAll(async () => {
  database = await watchedDatabase()
  const filling = openDatabase(database.url, { max: 1, statementTimeoutMs: 0 })
  await fillWorld(filling, WORLD_SIZES.tests, () => {})
  wrongInWorld = await checkWorld(filling)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > ${LARGE}`.execute(filling)
  large = rows.map(({ name }) => name)
  const found = await lookUp(filling)
  named = { ...found, crew: '', stewarded: '', list: '' }
  await filling.destroy()
  it = await testApp({}, database)
  for (const role of new Set(HOT_CALLS.map(({ as }) => as))) await signIn(role)
  // Otherwise, scheduled work would be counted along with the calls.
  await it.jobs.stop()
})
afterAll(() => it.close())

/** Makes a call and returns the statements executed during it, including the server's own. */
async function executedBy({ as, ask }: HotCall): Promise<Executed[]> {
  const [method, url] = ask(named).split(' ') as ['GET' | 'PUT', string]
  database.executed()
  const answer = await it.app.inject({ method, url, headers: bearers.get(as) ?? {} })
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
  return database.executed().filter(isOfRows)
}

type Cost = { statements: number; rows: number; sorted: number; whole: string[] }

async function measureCost(call: HotCall): Promise<Cost> {
  const executed = await executedBy(call)
  return {
    statements: executed.length,
    rows: Math.round(executed.reduce((sum, statement) => sum + rowsTouched(statement), 0)),
    sorted: Math.max(...executed.map(maxSorted)),
    whole: executed.flatMap(readWhole).filter((table) => large.includes(table)),
  }
}

test('the world equals data that the product itself would have written', () => {
  expect(wrongInWorld).toEqual([])
})

test('tables that grow are large here', () => {
  expect(large).toEqual(
    expect.arrayContaining(['posts', 'post_media', 'likes', 'comments', 'follows', 'spots', 'profiles']),
  )
})

/** How often a call that costs too much is measured again, because the server's own work may have been counted, too. */
const MEASURES = 3

/** Returns what is wrong with the cost of a call each time it's measured. */
async function wrongWith(call: HotCall, times: number): Promise<string[]> {
  let wrong = await wrongOnce(call, times)
  for (let measured = 1; wrong.length > 0 && measured < MEASURES; measured += 1)
    wrong = await wrongOnce(call, times)
  return wrong
}

/** Makes a call `times` times and returns what is wrong with its cost. */
async function wrongOnce(call: HotCall, times: number): Promise<string[]> {
  const costs: Cost[] = []
  for (let i = 0; i < times; i++) costs.push(await measureCost(call))
  const most = (of: 'rows' | 'sorted') => Math.max(...costs.map((cost) => cost[of]))
  // The server sometimes does other work during a call, so the lowest number is used.
  const statements = Math.min(...costs.map((cost) => cost.statements))
  const sorted = call.sorted?.max ?? MAX_SORTED
  const whole = new Set(costs.flatMap((cost) => cost.whole))
  return [
    ...(statements > call.statements ? [`${statements} statements instead of ${call.statements}`] : []),
    ...(most('rows') > call.rows ? [`${most('rows')} rows touched instead of ${call.rows}`] : []),
    ...(most('sorted') > sorted ? [`${most('sorted')} rows sorted instead of ${sorted}`] : []),
    ...[...whole].map((table) => `${table} read whole`),
  ]
}

test.each(WORLD_CALLS)('$name', async (call) => {
  expect(await wrongWith(call, CALLS)).toEqual([])
})

async function showsWithout(indexes: string[], name: string): Promise<void> {
  const call = HOT_CALLS.find((hot) => hot.name === name)
  if (!call) throw new Error(`${name} is no hot call any more.`)
  const { rows } = await sql<{ made: string }>`
    select pg_get_indexdef(name::regclass) as made from unnest(${indexes}::text[]) name`.execute(it.db)
  for (const index of indexes) await sql`drop index ${sql.ref(index)}`.execute(it.db)
  expect(await wrongWith(call, 1)).not.toEqual([])
  for (const { made } of rows) await sql.raw(made).execute(it.db)
}

test.each([
  [['posts_created_idx'], 'feed'],
  [['posts_spot_idx'], 'spot'],
  [['likes_list_idx'], 'likes of an item'],
  [['spots_public_qk_idx', 'spots_qk_idx'], 'pins of the map'],
  [['notifications_line_idx'], 'notifications after a viral day'],
  [['message_sides_list_idx'], 'conversations'],
])('detects a missing index %s: %s', (indexes, name) => showsWithout(indexes, name))

describe('with crews, lists, areas and twins', () => {
  beforeAll(async () => {
    const filling = openDatabase(database.url, { max: 1, statementTimeoutMs: 0 })
    Object.assign(named, await fillGroups(filling, named.spot))
    await filling.destroy()
  })

  test.each(CALLS_OF_GROUPS)('$name', async (call) => {
    expect(await wrongWith(call, CALLS)).toEqual([])
  })

  test.each([
    [['posts_crew_idx'], 'posts of a crew'],
    [['spots_crew_idx'], 'spots of a crew'],
    [['twin_pairs_open_idx'], 'twins of an admin'],
    [['spots_qk_idx', 'spots_public_qk_idx'], 'area'],
  ])('detects a missing index %s: %s', (indexes, name) => showsWithout(indexes, name))
})

describe('the files in queries/ match the statements sent (`npm run schema` rewrites them)', () => {
  const QUERIES = join(import.meta.dirname, '../../queries')
  const toSlug = ({ name }: HotCall) => name.toLowerCase().replaceAll(/\W+/g, '-')
  let reader: ReturnType<typeof queryReader>
  const sent = new Set<string>()
  beforeAll(() => {
    reader = queryReader(database.url)
  })
  afterAll(() => reader.close())

  /** Returns a call's statements. They are sorted, because some are sent concurrently. */
  const recordTexts = async (call: HotCall): Promise<string[]> => {
    const runs: Set<string>[] = []
    for (let i = 0; i < 3; i++)
      runs.push(new Set((await executedBy(call)).map((executed) => executed['Query Text'])))
    // Rate counts are stored every second, regardless of the call.
    const isOfCall = (text: string) =>
      runs.every((run) => run.has(text)) && preparedName(text) !== 'rates_add'
    return [...(runs[0] ?? [])].filter(isOfCall).toSorted()
  }

  test.each(HOT_CALLS)('$name', async (call) => {
    const parts: string[] = []
    for (const text of await recordTexts(call)) {
      const name = preparedName(text)
      if (name) sent.add(name)
      parts.push(name ? `-- ../prepared/${name}.sql` : await reader.read(text))
    }
    await expect(`-- ${call.name}\n\n${parts.join('\n\n')}\n`).toMatchFileSnapshot(
      join(QUERIES, 'calls', `${toSlug(call)}.sql`),
    )
  })

  test('includes every prepared statement', async () => {
    // The map's statements for each count and zoom are created on first use, and other tests here use different ones.
    const statements = [...listPreparedStatements()].filter(([name]) =>
      name.startsWith('map_') ? sent.has(name) : !name.startsWith('doubled'),
    )
    for (const [name, build] of statements) {
      const text = await reader.read(build().compile(it.db).sql)
      await expect(`${text}\n`).toMatchFileSnapshot(join(QUERIES, 'prepared', `${name}.sql`))
    }
    const isWritten = new Set([
      ...statements.map(([name]) => `prepared/${name}.sql`),
      ...HOT_CALLS.map((call) => `calls/${toSlug(call)}.sql`),
    ])
    // If a statement no longer exists, its file must be deleted by hand.
    const files = readdirSync(QUERIES, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.sql'),
    )
    expect(files.filter((name) => !isWritten.has(name))).toEqual([])
  })
})
