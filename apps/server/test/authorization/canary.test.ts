import http from 'node:http'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../world/app.ts'
import { buildRequest } from './request.ts'
import { ROWS, type Sent } from './rows.ts'
import { aWorld, type Principal, type Targets, type World } from './world.ts'

// Each person has strings that no one else may see. These tests search every response, stream event, and log line for
// other people's strings.

const READERS = ['visitor', 'member', 'owner', 'admin'] as const satisfies Principal[]
type Reader = (typeof READERS)[number]

/** A stream never ends, so it is read over a separate socket. */
const STREAM = 'GET /api/events'

let it: TestApp
let world: World
let logged = ''
let served = 0
const log = pino(
  { level: 'info' },
  new Writable({
    write: (part, _encoding, done) => {
      logged += String(part)
      done()
    },
  }),
)
const open: http.ClientRequest[] = []
beforeAll(async () => {
  it = await testApp({ log, media: { filesPerDay: 100_000 } })
  world = await aWorld(it)
  for (const [name, { user_id }] of Object.entries(world.persons))
    await it.db
      .updateTable('sessions')
      .set({
        ip_address: `203.0.113.${name.length}${name.charCodeAt(0) % 10}`,
        user_agent: `canary agent of ${name}`,
      })
      .where('user_id', '=', user_id)
      .execute()
  const { member, owner, unverified } = world.persons
  await it.db
    .insertInto('blocks')
    .values([
      { blocker_id: owner.user_id, blocked_id: unverified.user_id },
      { blocker_id: member.user_id, blocked_id: unverified.user_id },
    ])
    .execute()
})
afterAll(async () => {
  for (const request of open) request.destroy()
  await it.close()
})

function listSecrets(name: keyof World['persons']): string[] {
  const { email, password, bearer } = world.persons[name]
  return [
    email,
    password,
    bearer.authorization.replace('Bearer ', ''),
    `203.0.113.${name.length}${name.charCodeAt(0) % 10}`,
    `canary agent of ${name}`,
  ]
}

function others(reader: Reader) {
  return (Object.keys(world.persons) as (keyof World['persons'])[]).filter((name) => name !== reader)
}

function expectNothing(text: string, names: readonly (keyof World['persons'])[], where: string) {
  for (const name of names)
    for (const secret of listSecrets(name))
      expect(text.includes(secret), `${where} shows "${secret}" of ${name}`).toBe(false)
}

async function ask(name: string, sent: Sent, reader: Reader) {
  const answer = await it.app.inject(buildRequest(name, sent, world.headers[reader]))
  if (answer.statusCode < 300) served += 1
  return `${JSON.stringify(answer.headers)}\n${answer.body}`
}

function listen(reader: 'member' | 'owner') {
  return new Promise<() => string>((resolve, reject) => {
    const topics = 'spots,posts,likes,comments,people'
    const headers = world.headers[reader]
    let text = ''
    void it.app
      .listen({ port: 0, host: '127.0.0.1' })
      .catch(() => {})
      .then(() => {
        const { port } = it.app.server.address() as { port: number }
        const request = http.get(
          { port, path: `/api/events?topics=${topics}`, headers, agent: false },
          (response) => {
            response.setEncoding('utf8')
            response.on('data', (part: string) => {
              text += part
            })
            resolve(() => text)
          },
        )
        request.on('error', reject)
        open.push(request)
      })
  })
}

test('A9 no one’s address, password, token, network, or device is in another person’s responses or events, or in the log', async () => {
  const { member } = world.persons
  expect(await ask('GET /api/session', {}, 'member'), 'the strings are the real ones').toContain(member.email)
  const streams = { member: await listen('member'), owner: await listen('owner') }
  // Read operations don't change their targets, so all of them share one.
  const still: Partial<Record<string, Targets>> = {}
  for (const [name, row] of Object.entries(ROWS)) {
    if (name === STREAM || row.endsSession) continue
    const targets = name.startsWith('GET ') ? still : {}
    const getTargets = async (who: 'member' | 'owner' | 'admin') =>
      (targets[who] ??= await world.makeTargets(world.persons[who]))
    for (const reader of READERS) {
      const self = reader === 'visitor' ? 'member' : reader
      const mine = await getTargets(self)
      const theirs = await getTargets(self === 'owner' ? 'member' : 'owner')
      for (const target of [theirs, mine]) {
        const sent = await row.send(target, mine, world)
        // A response may repeat the reader's own input.
        const serialised = JSON.stringify(sent)
        const names = others(reader).filter(
          (other) => !listSecrets(other).some((secret) => serialised.includes(secret)),
        )
        expectNothing(await ask(name, sent, reader), names, `${reader}: ${name}`)
      }
    }
  }
  expect(served).toBeGreaterThan(Object.keys(ROWS).length * 3)
  for (const reader of ['member', 'owner'] as const) {
    const text = streams[reader]()
    expect(text).toContain('event: ')
    expectNothing(text, others(reader), `${reader}: the stream`)
  }
  expect(logged).not.toBe('')
  expectNothing(logged, Object.keys(world.persons) as (keyof World['persons'])[], 'the log')
})
