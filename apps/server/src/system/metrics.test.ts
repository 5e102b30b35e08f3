import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract } from '@nollie/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../../test/world/app.ts'
import { aFailedJob } from '../../test/world/jobs.ts'
import { mailsTo } from '../../test/services/mails.ts'
import { phonePhoto } from '../../test/makers/media-files.ts'
import { METRICS_TOKEN, type Sample, scrape, computeSum } from '../../test/world/metrics.ts'
import { people, post, type TestPerson } from '../../test/actors/people.ts'
import { uploader } from '../../test/actors/uploads.ts'
import { recordBackup } from '../db/backup-records.ts'
import { type Metrics, openMetrics, serveMetrics } from '../platform/telemetry/index.ts'

let it: TestApp
let ada: TestPerson
let metrics: Metrics
beforeAll(async () => {
  metrics = await openMetrics()
  it = await testApp({
    metrics: { metrics, token: METRICS_TOKEN },
    rates: { report: { user: [2, 300], ip: [2, 300] } },
    events: { caps: { user: 1, ip: 20, total: 100 } },
  })
  ada = (await people(it, 'ada')).ada
  await it.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await it.close()
  metrics.close()
})

function get(url: string, headers: Record<string, string> = {}) {
  return it.app.inject({ url, headers })
}

/** Returns how much an action increases a metric. */
async function growth(
  name: string,
  labels: Record<string, string>,
  cause: () => Promise<unknown>,
): Promise<number> {
  const before = computeSum(await scrape(it), name, labels)
  await cause()
  return computeSum(await scrape(it), name, labels) - before
}

/** Waits until an action has increased a metric. */
async function expectGrowth(
  name: string,
  labels: Record<string, string>,
  cause: () => Promise<unknown>,
): Promise<void> {
  const before = computeSum(await scrape(it), name, labels)
  await cause()
  await expect.poll(async () => computeSum(await scrape(it), name, labels)).toBeGreaterThan(before)
}

test('without a port or token, no one can read metrics', async () => {
  const plain = await testApp()
  onTestFinished(() => plain.close())
  for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: `Bearer ${METRICS_TOKEN}` }]) {
    const answer = await plain.app.inject({ url: '/metrics', headers })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('nollie_')
  }
})

test('with a token, only clients that send it read metrics, as OpenMetrics', async () => {
  for (const authorization of ['', 'Bearer wrong', METRICS_TOKEN, `Bearer ${METRICS_TOKEN} `])
    expect((await get('/metrics', { authorization })).statusCode, authorization).toBe(401)
  expect((await get('/metrics', ada.bearer)).statusCode).toBe(401)
  const answer = await get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })
  expect(answer.headers['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.body).toContain('# TYPE nollie_requests counter\n')
})

test('a separate port serves metrics and nothing else, with the token if there is one', async () => {
  const open = await serveMetrics({ metrics, host: '127.0.0.1', port: 0, token: null })
  const closed = await serveMetrics({ metrics, host: '127.0.0.1', port: 0, token: METRICS_TOKEN })
  onTestFinished(() => void [open, closed].map((server) => server.close()))
  const at = (server: http.Server, path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init)
  expect(await (await at(open, '/metrics')).text()).toContain('nollie_streams 0')
  for (const path of ['/', '/api/config', '/metrics/', '/metrics?x=1']) {
    const answer = await at(open, path)
    expect([path, answer.status, await answer.text()]).toEqual([path, 404, ''])
  }
  expect((await at(open, '/metrics', { method: 'POST' })).status).toBe(404)
  expect((await at(closed, '/metrics')).status).toBe(401)
  const authorization = `Bearer ${METRICS_TOKEN}`
  expect((await at(closed, '/metrics', { headers: { authorization } })).status).toBe(200)
})

test('counts requests by operation and code, with their latency', async () => {
  const ask = () => get('/api/config')
  expect(await growth('nollie_requests_total', { operation: 'getConfig', code: '200' }, ask)).toBe(1)
  expect(await growth('nollie_request_duration_seconds_count', { operation: 'getConfig' }, ask)).toBe(1)
  const missing = () => get(`/api/posts/${uuid()}`, ada.bearer)
  expect(await growth('nollie_requests_total', { operation: 'getPost', code: '404' }, missing)).toBe(1)
  expect(
    await growth('nollie_requests_total', { operation: 'none', code: '404' }, () => get('/nowhere')),
  ).toBe(1)
})

test('counts refusals by code, and by the limit that caused them', async () => {
  const visitor = () => get('/api/posts')
  expect(await growth('nollie_refusals_total', { code: 'SESSION_MISSING', rule: '' }, visitor)).toBe(1)
  const reports = async () => {
    for (let n = 0; n < 4; n++) await post(it.app, '/api/reports', {}, ada.bearer)
  }
  expect(await growth('nollie_refusals_total', { code: 'TOO_MANY', rule: 'report' }, reports)).toBe(2)
  expect(await growth('nollie_refusals_total', { code: 'NOT_FOUND' }, () => get('/nowhere'))).toBe(1)
})

test('measures the database’s statements and connections', async () => {
  const read = () => get('/api/posts', ada.bearer)
  const name = 'nollie_database_statement_duration_seconds_count'
  expect(await growth(name, { outcome: 'done' }, read)).toBeGreaterThan(0)
  const fail = () => sql`select 1 / 0`.execute(it.db).catch(() => null)
  expect(await growth(name, { outcome: 'failed' }, fail)).toBe(1)
  const samples = await scrape(it)
  expect(computeSum(samples, 'nollie_database_connections', { state: 'max' })).toBeGreaterThan(1)
  const during = await it.db.connection().execute(async () => scrape(it))
  expect(computeSum(during, 'nollie_database_connections', { state: 'busy' })).toBeGreaterThan(0)
})

test('measures jobs (queue depth, age, failures, and completed work) and email', async () => {
  const reset = async () => {
    await post(it.app, '/api/auth/password-resets', { email: ada.email })
    await mailsTo(it, ada.email, { about: 'new password' })
  }
  await expectGrowth('nollie_mails_total', { outcome: 'stored' }, reset)
  const done = { kind: 'job', name: 'requested-mail', outcome: 'done' }
  await expect
    .poll(async () => computeSum(await scrape(it), 'nollie_work_duration_seconds_count', done))
    .toBeGreaterThan(0)
  await expectGrowth('nollie_jobs', { state: 'failed' }, () => aFailedJob(it))
  // A job type that no process works on.
  const kind = 'work-of-before'
  await sql`select jobs.create_queue(${kind}, '{"policy": "standard"}'::jsonb)`.execute(it.db)
  await expectGrowth('nollie_job_oldest_seconds', { kind }, () =>
    sql`insert into jobs.job (id, name, state, start_after)
      values (${uuid()}, ${kind}, 'created', now() - interval '1 hour')`.execute(it.db),
  )
  const task = { kind: 'task', name: 'old events', outcome: 'done' }
  expect(await growth('nollie_work_duration_seconds_count', task, () => it.jobs.runTimer('old events'))).toBe(
    1,
  )
})

test('measures uploads, photo processing, and stored files', async () => {
  const photo = await phonePhoto()
  await expectGrowth('nollie_uploaded_bytes_total', { type: 'image' }, () => uploader(it, ada).media(photo))
  const samples = await scrape(it)
  for (const outcome of ['begun', 'finished'])
    expect(computeSum(samples, 'nollie_uploads_total', { outcome, type: 'image' }), outcome).toBe(1)
  const picture = { kind: 'media', name: 'picture', outcome: 'done' }
  // The photo is ready shortly before its work ends.
  await expect
    .poll(async () => computeSum(await scrape(it), 'nollie_work_duration_seconds_count', picture))
    .toBe(1)
  expect(computeSum(samples, 'nollie_disk_free_bytes')).toBeGreaterThan(0)
  expect(computeSum(samples, 'nollie_disk_bytes')).toBeGreaterThan(
    computeSum(samples, 'nollie_disk_free_bytes'),
  )
  expect(computeSum(samples, 'nollie_table_bytes', { table: 'media' })).toBeGreaterThan(0)
  const lie = () => uploader(it, ada).upload(Buffer.from('this is no picture at all'))
  expect(await growth('nollie_uploads_total', { outcome: 'refused' }, lie)).toBe(1)
})

test('measures streams, the events they get, and their lag', async () => {
  const { port } = it.app.server.address() as AddressInfo
  const path = '/api/events?topics=posts,discussions'
  const request = http.get({ port, host: '127.0.0.1', path, headers: ada.bearer, agent: false })
  request.on('error', () => {})
  onTestFinished(() => void request.destroy())
  await expect.poll(async () => computeSum(await scrape(it), 'nollie_streams')).toBe(1)
  const discuss = () =>
    post(
      it.app,
      '/api/discussions',
      { title: 'Wax', content: 'Which?' },
      { ...ada.bearer, 'idempotency-key': uuid() },
    )
  await expectGrowth('nollie_events_published_total', {}, discuss)
  expect(computeSum(await scrape(it), 'nollie_event_lag_seconds_count')).toBeGreaterThan(0)
  const second = () => get(path, ada.bearer)
  expect(await growth('nollie_refusals_total', { rule: 'streams_of_one' }, second)).toBe(1)
})

test('counts cache hits and misses', async () => {
  const file = `/media/${'a'.repeat(26)}/400.webp`
  const ask = async () => {
    await get(file, ada.bearer)
    await get(file, ada.bearer)
  }
  expect(
    await growth('nollie_cache_requests_total', { cache: 'sessions', result: 'hit' }, ask),
  ).toBeGreaterThan(0)
  expect(computeSum(await scrape(it), 'nollie_cache_requests_total', { result: 'miss' })).toBeGreaterThan(0)
})

test('reports the last backup, the version, and the event loop delay', async () => {
  expect(computeSum(await scrape(it), 'nollie_backup_timestamp_seconds')).toBe(0)
  await expectGrowth('nollie_backup_timestamp_seconds', { kind: 'backup' }, () =>
    recordBackup(it.databaseUrl, 'backup', { files: 3, bytes: 1000 }),
  )
  const samples = await scrape(it)
  expect(samples.find(({ name }) => name === 'nollie_info')?.labels.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(computeSum(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  expect(computeSum(samples, 'process_resident_memory_bytes')).toBeGreaterThan(0)
})

function ours(samples: readonly Sample[]) {
  return samples.filter(({ name }) => name.startsWith('nollie_'))
}

test('the number of series is limited: labels are fixed names, no matter what clients send', async () => {
  const noise = async (round: number) => {
    await get(`/api/posts/${uuid()}`, ada.bearer)
    await get(`/api/people/${uuid()}`, ada.bearer)
    await get(`/nowhere/${uuid()}?${round}=${uuid()}`)
    await get(`/api/search?q=${uuid()}`, ada.bearer)
    await it.app.inject({ method: 'REPORT' as 'GET', url: `/${uuid()}` })
    await it.app.inject({ method: 'OPTIONS', url: `/api/spots/${uuid()}` })
  }
  await noise(0)
  // Background tasks and the previous test's stream can add series in the meantime.
  const ofRequests = (samples: readonly Sample[]) =>
    samples.filter(
      ({ name, labels }) =>
        /^nollie_(requests|refusals)_total$/.test(name) && labels.operation !== 'streamEvents',
    ).length
  const before = ofRequests(await scrape(it))
  for (let round = 1; round < 5; round++) await noise(round)
  const samples = ours(await scrape(it))
  expect(ofRequests(samples)).toBe(before)

  const operations = new Set([...Object.keys(contract), 'page', 'none', 'other'])
  for (const { name, labels } of samples) {
    if ('operation' in labels) expect(operations, name).toContain(labels.operation)
    for (const [key, value] of Object.entries(labels))
      if (key !== 'le' && key !== 'version' && key !== 'code')
        expect(value, `${name} ${key}`).toMatch(/^([A-Za-z][A-Za-z_. -]*)?$/)
  }
  expect(samples.some(({ labels }) => labels.operation === 'other')).toBe(false)
})
