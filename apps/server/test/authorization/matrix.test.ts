import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../world/app.ts'
import { workDone } from '../world/work-done.ts'
import { pickPairwise } from '../crawls/pairwise.ts'
import { buildRequest } from './request.ts'
import { ROWS, type Row, type Sent } from './rows.ts'
import {
  anotherPerson,
  anotherReader,
  aWorld,
  PRINCIPALS,
  type Principal,
  type Targets,
  type World,
} from './world.ts'

type Operation = { description: string; responses: Record<string, unknown> }
type Policy = 'anyone' | 'own' | 'member' | 'admin'
const TARGETS = ['own', 'other', 'missing', 'malformed'] as const
type Target = (typeof TARGETS)[number]
const SERVED = ['reader', 'blocked', 'member', 'owner', 'admin'] as const
type Served = (typeof SERVED)[number]

let it: TestApp
/** The URL of the listening server. */
let connected: string
let world: World
let document: { paths: Record<string, Record<string, Operation>> }
/** Targets for requests that only read or must be refused. They never change, so all cells share them. */
let still: Record<Served, Targets>

beforeAll(async () => {
  it = await testApp({ media: { filesPerDay: 100_000 } })
  connected = await it.app.listen({ port: 0, host: '127.0.0.1' })
  world = await aWorld(it)
  document = (await it.app.inject({ url: '/api/openapi.json' })).json()
  const { reader, blocked, owner, member, admin } = world.persons
  still = {
    reader: await world.makeTargets(reader),
    blocked: await world.makeTargets(blocked),
    owner: await world.makeTargets(owner),
    member: await world.makeTargets(member),
    admin: await world.makeTargets(admin),
  }
  const facts = ({
    obstacle,
    changeId,
    measurementId,
    goneSpotId,
    twinId,
    postWithoutSpotId,
    crew,
    listId,
    linkedListId,
    meetupId,
  }: Targets) => [
    goneSpotId(),
    twinId(),
    postWithoutSpotId(),
    crew(),
    listId(),
    linkedListId(),
    meetupId(),
    obstacle(),
    changeId('open'),
    changeId('applied'),
    measurementId(),
  ]
  const later = ({
    mediaId,
    draftId,
    uploadId,
    notificationId,
    pictureId,
    threadId,
    caseId,
    mergeId,
  }: Targets) => [
    mediaId(),
    mergeId(),
    draftId(),
    caseId(),
    uploadId(),
    notificationId(),
    pictureId(),
    threadId(),
  ]
  // Suspended people can't create content, so the suspended reader has only some of the targets.
  const { reader: _, ...members } = still
  await still.reader.draftId()
  await Promise.all(Object.values(still).flatMap<Promise<unknown>>(facts))
  await Promise.all(Object.values(members).flatMap<Promise<unknown>>(later))
  await settled()
})
afterAll(() => it.close())

/** Whether a policy gives a person more access than a visitor. */
function has(principal: Principal, policy: Policy): principal is Served {
  return (SERVED as readonly string[]).includes(principal) && (principal !== 'reader' || policy === 'own')
}

function getOperation(name: string): Operation {
  const [method = '', path = ''] = name.split(' ')
  const found = document.paths[path]?.[method.toLowerCase()]
  if (!found) throw new Error(`${name} is not in the API's document`)
  return found
}

function getPolicy(operation: Operation): Policy {
  return /^Policy: (anyone|own|member|admin)\./.exec(operation.description)?.[1] as Policy
}

// A block hides two people's content from each other, but not their spots.
const OF_A_PERSON = /\{((user|post|comment|discussion|change|obstacle|measurement|meetup)_id|key)\}/

function getSuccessStatus(operation: Operation): number {
  return Number(Object.keys(operation.responses).find((status) => /^2\d\d$/.test(status)) ?? 204)
}

/** Why a cell has its expected status. The first reason that applies counts. */
type Reason =
  | 'suspended'
  | 'signed out'
  | 'no admin'
  | 'malformed'
  | 'missing'
  | 'closed to visitors'
  | 'own'
  | 'blocked'
  | 'allowed'
  | 'not theirs'

function reasonFor(name: string, principal: Principal, target: Target): Reason {
  const row = ROWS[name]!
  const policy = getPolicy(getOperation(name))
  if (principal === 'reader' && (policy === 'member' || policy === 'admin')) return 'suspended'
  if (policy !== 'anyone' && !has(principal, policy)) return 'signed out'
  if (policy === 'admin' && principal !== 'admin') return 'no admin'
  if (target === 'malformed' || target === 'missing') return target
  if (row.visitors && !has(principal, policy)) return 'closed to visitors'
  if (target === 'own') return 'own'
  if (principal === 'blocked' && OF_A_PERSON.test(name)) return 'blocked'
  return !row.may || (row.may === 'owner or admin' && principal === 'admin') ? 'allowed' : 'not theirs'
}

/** Returns the status that a cell should have according to the policy and the row. */
function expected(name: string, row: Row, principal: Principal, target: Target): number {
  const good = row.good?.[0] ?? getSuccessStatus(getOperation(name))
  const statuses: Record<Reason, number> = {
    suspended: 403,
    'signed out': 401,
    'no admin': 403,
    malformed: 400,
    missing: 404,
    'closed to visitors': row.visitors ?? good,
    own: row.own ?? good,
    blocked: row.blocked ?? 404,
    allowed: good,
    'not theirs': row.refused ?? 403,
  }
  return statuses[reasonFor(name, principal, target)]
}

/** Returns a digest of everything people have created. A request that is refused must not change it. */
async function everything(): Promise<string> {
  const tables = [
    'spots',
    'spot_forwards',
    'spot_merges',
    'twin_pairs',
    'posts',
    'post_media',
    'comments',
    'likes',
    'comment_likes',
    'media',
    'drafts',
    'draft_media',
    'crews',
    'crew_members',
    'crew_invitations',
    'lists',
    'list_spots',
    'meetups',
    'meetup_guests',
    'profiles',
    'messages',
    'discussions',
    'discussion_likes',
    'report_cases',
    'spot_facts',
    'fact_suggestions',
    'fact_votes',
    'measurements',
  ]
  const parts = tables.map(
    (table) =>
      sql`select ${sql.lit(table)} || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest
        from ${sql.table(table)} t`,
  )
  const { rows } = await sql<{ digest: string }>`${sql.join(parts, sql` union all `)}`.execute(it.db)
  return rows.map(({ digest }) => digest).join('\n')
}

/** Waits until no job or delayed rollup is left that would change a row. */
async function settled(): Promise<void> {
  let before = ''
  for (let same = 0; same < 3; ) {
    await workDone(it.db)
    const now = await everything()
    same = now === before ? same + 1 : 0
    before = now
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const EXAMPLES: Record<Exclude<Target, 'own' | 'other'>, string> = {
  missing: uuid(),
  malformed: "1' or '1'='1",
}

function isId(name: string) {
  return name.endsWith('_id')
}

// A stream lasts as long as its connection, but injected requests don't have one.
async function askStream({ query = {}, headers = {} }: Sent, who: object): Promise<number> {
  const address = `${connected}/api/events?${new URLSearchParams(query)}`
  const answer = await fetch(address, { headers: { ...headers, ...who } as Record<string, string> })
  await answer.body?.cancel()
  return answer.status
}

async function ask(name: string, sent: Sent, who: object): Promise<number> {
  if (name === 'GET /api/events') return askStream(sent, who)
  const answer = await it.app.inject({ ...buildRequest(name, sent, who), payloadAsStream: true })
  answer.stream().destroy()
  return answer.statusCode
}

function aboutNobody(sent: Sent, target: Target): Sent {
  return target === 'own' || target === 'other'
    ? sent
    : {
        ...sent,
        params: Object.fromEntries(
          Object.entries(sent.params ?? {}).map(([param, value]) => [
            param,
            isId(param) ? EXAMPLES[target] : value,
          ]),
        ),
      }
}

const READS = /^(GET|HEAD) /

/** Tries one cell. Creates new targets if the request may change them. */
async function tryCell(
  name: string,
  row: Row,
  principal: Principal,
  target: Target,
  allowed: boolean,
): Promise<number> {
  const served = has(principal, getPolicy(getOperation(name)))
  const self = served ? principal : 'member'
  const other = self === 'owner' ? 'member' : 'owner'
  const isNew = allowed && !READS.test(name)
  const targets = async (whose: Served) => (isNew ? world.makeTargets(world.persons[whose]) : still[whose])
  const about = await targets(target === 'other' ? other : self)
  // Most rows don't depend on the sender's own targets.
  const own = () => (row.send.length > 1 ? targets(self) : still[self])
  const mine = target === 'other' ? await own() : about
  const sent = aboutNobody(await row.send(about, mine, world), target)
  const another = self === 'reader' ? anotherReader : anotherPerson
  const extra = row.endsSession && served ? (await another(it)).bearer : undefined
  return ask(name, sent, extra ?? world.headers[principal])
}

type Cell = { name: string; principal: Principal; target: Target; status: number }

function buildCells(name: string, row: Row): Cell[] {
  const targets = TARGETS.filter(
    (target) => target === 'own' || target === 'other' || /\{\w+_id\}/.test(name),
  )
  return PRINCIPALS.flatMap((principal) =>
    targets
      .filter((target) => target !== 'own' || has(principal, getPolicy(getOperation(name))))
      .map((target) => ({ name, principal, target, status: expected(name, row, principal, target) })),
  )
}

let cells: Map<string, Cell[]> | undefined
/**
 * Returns the cells to test for an operation. In these cells, everyone calls it with every target, and every expected
 * status occurs for every reason.
 */
function picked(name: string): Cell[] {
  cells ??= Map.groupBy(
    pickPairwise(
      Object.entries(ROWS).flatMap(([one, row]) => buildCells(one, row)),
      ({ name: one, principal, target, status }) => [
        one,
        principal,
        target,
        `${reasonFor(one, principal, target)} ${status}`,
      ],
    ),
    (cell) => cell.name,
  )
  return cells.get(name) ?? []
}

function asTable(cells: Cell[]) {
  return Object.fromEntries(cells.map(({ principal, target, status }) => [`${principal}, ${target}`, status]))
}

async function tryAll(name: string, row: Row, cells: Cell[], allowed: boolean): Promise<Cell[]> {
  const tried: Cell[] = []
  for (const cell of cells)
    tried.push({ ...cell, status: await tryCell(name, row, cell.principal, cell.target, allowed) })
  return tried
}

test('API-01 G-08 A1 A3 the matrix has a row for every operation in the API document, and no others', () => {
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(Object.keys(ROWS).sort()).toEqual(documented.sort())
})

// The state after one operation is the state before the next, because nothing else runs in between.
let last: string | undefined
test.each(Object.entries(ROWS))(
  'A1 %s refuses everyone that it should, and nothing changes',
  async (name, row) => {
    const refused = picked(name).filter(({ status }) => status >= 400)
    const before = last ?? (await everything())
    const tried = await tryAll(name, row, refused, false)
    last = await everything()
    expect(asTable(tried)).toEqual(asTable(refused))
    expect(last).toBe(before)
  },
)

test.each(Object.entries(ROWS))('G-08 A1 %s serves everyone that it should', async (name, row) => {
  const served = picked(name).filter(({ status }) => status < 400)
  expect(asTable(await tryAll(name, row, served, true))).toEqual(asTable(served))
})

test('a suspended person who signs in again is refused in members’ operations, and is a visitor elsewhere', async () => {
  const answerTo = async (name: string, who: Principal) => {
    const sent = await ROWS[name]!.send(still.owner, still.member, world)
    return it.app.inject(buildRequest(name, sent, world.headers[who]))
  }
  // A response to HEAD has no body, so it can't contain an error code.
  const names = Object.keys(ROWS).filter((name) => !name.startsWith('HEAD '))
  const refused = names.filter((name) => /member|admin/.test(getPolicy(getOperation(name))))
  expect(refused.length).toBeGreaterThan(60)
  for (const name of refused) expect((await answerTo(name, 'reader')).json().code, name).toBe('SUSPENDED')
  const card = 'GET /api/spots/{spot_id}/card'
  expect((await answerTo(card, 'reader')).body).toBe((await answerTo(card, 'visitor')).body)
})
