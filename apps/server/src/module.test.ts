import { endpoint } from '@nollie/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type TestDatabase, testDatabase } from '../test/world/database.ts'
import { defineModule, type Listed, registerModules, type Services } from './module.ts'
import type { Db } from './db/open.ts'
import { createRateCounts } from './db/rate-counts.ts'
import { createHttpServer, RateLimiter, serve } from './platform/http/index.ts'
import { Jobs } from './platform/jobs/index.ts'
import { StartRefused } from './platform/start-refused.ts'

let database: TestDatabase
let rates: RateLimiter
beforeAll(async () => {
  database = await testDatabase()
  rates = new RateLimiter(createRateCounts(database.db))
})
afterAll(async () => {
  await rates.close()
  await database.close()
})

const log = pino({ level: 'silent' })

async function serverWith(list: readonly Listed[]) {
  const app = await createHttpServer({
    log,
    rates,
    publicUrl: null,
    trustProxy: false,
    tileHosts: [],
    checkAnswers: true,
    authenticate: async () => null,
  })
  onTestFinished(() => app.close())
  const jobs = new Jobs(database.url, log)
  const role = { serves: true, works: true }
  const services = { role, db: database.db, rates, log, jobs } as unknown as Services
  return { app, jobs, opening: registerModules(app, services, list) }
}

const forAnyone = { summary: 'x', policy: 'anyone', rate: 'read', answer: z.object({}) } as const
const forMembers = { ...forAnyone, policy: 'member' } as const

describe('modules open in the order of the list', () => {
  const events: string[] = []
  const named = (name: string) => ({
    name,
    open: () => ({ n: events.push(`${name} opens`) }),
    start: () => void events.push(`${name} starts`),
    preClose: () => void events.push(`${name} is about to close`),
    close: () => void events.push(`${name} closes`),
  })

  test('they start once all are open, and close in reverse order', async () => {
    const { app, opening } = await serverWith([
      defineModule(named('one')),
      defineModule(named('two')),
      defineModule(named('three')),
    ])
    await opening
    expect(events.splice(0)).toEqual(['one opens', 'two opens', 'three opens'])
    await app.ready()
    expect(events.splice(0)).toEqual(['one starts', 'two starts', 'three starts'])
    await app.close()
    expect(events.filter((event) => event.endsWith('closes'))).toEqual([
      'three closes',
      'two closes',
      'one closes',
    ])
    expect(events.slice(0, 3).every((event) => event.endsWith('is about to close'))).toBe(true)
    events.splice(0)
  })

  test('a failing module is named, and modules opened before it are closed', async () => {
    const { opening } = await serverWith([
      defineModule(named('one')),
      defineModule({ name: 'two', open: () => Promise.reject(new Error('no room')) }),
      defineModule(named('three')),
    ])
    await expect(opening).rejects.toThrow("module two couldn't start: no room")
    expect(events.splice(0)).toEqual(['one opens', 'one is about to close', 'one closes'])
  })

  test('a StartRefused remains readable for the operator', async () => {
    const refused = () => Promise.reject(new StartRefused("GEOIP_DB can't be read"))
    const { opening } = await serverWith([defineModule({ name: 'places', open: refused })])
    await expect(opening).rejects.toBeInstanceOf(StartRefused)
    await expect(opening).rejects.toThrow(/^GEOIP_DB can't be read/)
  })

  test('a module that fails to start is named', async () => {
    const start = () => Promise.reject(new Error('no power'))
    const { app, opening } = await serverWith([defineModule({ name: 'one', start })])
    await opening
    await expect(app.ready()).rejects.toThrow("module one couldn't start: no power")
  })
})

describe('a module gets', () => {
  test('only the services it needs, and the results of the modules it uses', async () => {
    const one = defineModule({
      name: 'one',
      needs: ['db'],
      open: (_deps: object, options: { answer: number }) => options,
    })
    const given: object[] = []
    const two = defineModule({
      name: 'two',
      needs: ['log'],
      uses: { one },
      open: (deps: { one: { answer: number } }) => ({ doubled: deps.one.answer * 2 }),
      start: (deps) => void given.push(deps),
    })
    const { app, opening } = await serverWith([one.with({ answer: 21 }), two])
    await opening
    await app.ready()
    expect(given).toEqual([{ log, one: { answer: 21 }, doubled: 42 }])
  })

  test.each([
    ['stands after it', (one: Listed, two: Listed) => [two, one]],
    ['is not on the list', (_one: Listed, two: Listed) => [two]],
  ])('no module that %s', async (_name, buildList) => {
    const one = defineModule({ name: 'one' })
    const two = defineModule({ name: 'two', uses: { one } })
    const { opening } = await serverWith(buildList(one, two))
    await expect(opening).rejects.toThrow(/module two couldn't start: .*'one' of plugin 'two'/)
  })
})

test("types reject what a module doesn't get", () => {
  const reading = (_scope: FastifyInstance, deps: { db: Db }): void => void deps
  const one = defineModule({ name: 'one', needs: ['db'], routes: reading })
  const two = defineModule({ name: 'two', open: (_deps: object, options: { n: number }) => options })
  // @ts-expect-error its routes use a database that it does not need
  const three = defineModule({ name: 'three', needs: ['log'], routes: reading })
  // @ts-expect-error no service has this name
  const four = defineModule({ name: 'four', needs: ['database'] })
  // @ts-expect-error n is not a string
  const five = defineModule({ name: 'five', uses: { two }, start: (deps) => void deps.two.n.trim() })
  // @ts-expect-error it can only be listed with its options
  const list: Listed[] = [one, two]
  expect([three, four, five].map(({ name }) => name)).toEqual(['three', 'four', 'five'])
  expect(list).toHaveLength(2)
})

test('declared work is scheduled, but not after the jobs have started', async () => {
  const runs: string[] = []
  const one = defineModule({
    name: 'one',
    schedules: [{ name: 'looks', everySeconds: 3600, run: async () => void runs.push('looks') }],
    rollups: [{ name: 'counts', empties: ['counter_delta'], pauseSeconds: 1, run: async () => false }],
    cleanUps: [
      {
        name: 'sweeps',
        everySeconds: 3600,
        removes: { events: 'soon' },
        run: async () => void runs.push('sweeps'),
      },
    ],
  })
  const { jobs, opening } = await serverWith([one])
  await opening
  expect(jobs.timers.toSorted()).toEqual(['counts', 'looks', 'sweeps'])
  await jobs.runTimer('sweeps')
  await jobs.runTimer('looks')
  expect(runs).toEqual(['sweeps', 'looks'])
  await jobs.start()
  onTestFinished(() => jobs.stop())
  expect(() => jobs.every('late', 1, async () => {})).toThrow('"late" was registered after')
})

describe('request guards are outside every module', () => {
  const routes = (scope: FastifyInstance) => {
    // Tries everything that a module can do in its scope.
    scope.addHook('onRequest', async (_request, reply) => void reply.header('x-scope', 'one'))
    scope.removeAllContentTypeParsers()
    serve(scope, endpoint('GET /api/one/members', forMembers), () => ({}))
    serve(scope, endpoint('GET /api/one', forAnyone), () => ({}))
    serve(scope, endpoint('POST /api/one', forAnyone), () => ({}))
    // oxlint-disable-next-line no-floating-promises -- loaded with the module
    scope.register(async (inner) => serve(inner, endpoint('GET /api/one/inner', forMembers), () => ({})))
  }
  const one = defineModule({ name: 'one', routes })
  const other = defineModule({
    name: 'other',
    routes: (scope) => serve(scope, endpoint('POST /api/other', forAnyone), () => ({})),
  })
  const server = async () => {
    const { app, opening } = await serverWith([one, other])
    await opening
    return app
  }

  test('refuses requests without a session at any depth of a scope', async () => {
    const app = await server()
    for (const url of ['/api/one/members', '/api/one/inner', '/%61pi/one/inner'])
      expect((await app.inject(url)).json()).toMatchObject({ code: 'SESSION_MISSING' })
  })

  test('responses of a scope have security headers, are not cached, and use problem+json', async () => {
    const app = await server()
    for (const url of ['/api/one', '/api/one/inner']) {
      const { headers } = await app.inject(url)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['x-request-id']).toBeTruthy()
    }
    const refused = await app.inject({
      method: 'POST',
      url: '/api/one',
      headers: { origin: 'https://evil.example' },
    })
    expect(refused.headers['content-type']).toContain('application/problem+json')
    expect(refused.json()).toMatchObject({ code: 'FOREIGN_ORIGIN' })
  })

  test.each([
    ['a module', (scope: FastifyInstance) => void scope.get('/api/loose', () => 'x')],
    [
      'a scope of a module',
      async (scope: FastifyInstance) => {
        await scope.register(async (inner) => void inner.get('/api/loose', () => 'x'))
      },
    ],
  ])('a route of %s without a policy makes the start fail, with the module’s name', async (_name, loose) => {
    const { opening } = await serverWith([defineModule({ name: 'one', routes: loose })])
    await expect(opening).rejects.toThrow("module one couldn't start: GET /api/loose has no policy")
  })

  test("changes to a module's scope don't affect other modules", async () => {
    const app = await server()
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, payload: '{}' } as const
    expect((await app.inject({ ...json, url: '/api/one' })).statusCode).toBe(415)
    const answer = await app.inject({ ...json, url: '/api/other' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['x-scope']).toBeUndefined()
    expect((await app.inject('/api/nowhere')).headers['x-scope']).toBeUndefined()
  })
})
