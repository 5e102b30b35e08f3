import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { HealthReport } from '@nollie/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../../test/world/app.ts'
import { aFailedJob } from '../../test/world/jobs.ts'
import { mailsTo } from '../../test/services/mails.ts'
import { phonePhoto } from '../../test/makers/media-files.ts'
import { makeAdmin, people, post, type TestPerson } from '../../test/actors/people.ts'
import { uploader } from '../../test/actors/uploads.ts'
import { archiveFolder } from '../backup/archive/archive-layout.ts'
import { clearArchiveState, writeArchiveState, writeVerified } from '../backup/archive/archive-state.ts'
import { recordBackup } from '../db/backup-records.ts'
import { migrations } from '../db/migrations/index.ts'
import { BACKUP_DAYS, type Configured, findWarnings } from './health-warnings.ts'

let it: TestApp
let admin: TestPerson
let ada: TestPerson
beforeAll(async () => {
  it = await testApp({
    settings: { publicUrl: null, trustsAnybody: true, secretInFile: true, unused: ['NATS_URL'] },
    operator: { name: 'Alder Bay Skate Club', contact: null },
  })
  const { boss, ada: member } = await people(it, 'boss', 'ada')
  admin = boss
  ada = member
  await makeAdmin(it.db, admin.user_id)
})
afterAll(() => it.close())

async function report(): Promise<HealthReport> {
  const answer = await it.app.inject({ url: '/api/health/report', headers: admin.bearer })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

function retry(id: string) {
  return post(it.app, `/api/health/jobs/${id}/retry`, {}, admin.bearer)
}

function codes({ warnings }: Pick<HealthReport, 'warnings'>) {
  return warnings.map(({ code }) => code)
}

test('only admins read versions, storage, email, and open connections', async () => {
  await post(it.app, '/api/auth/password-resets', { email: ada.email })
  await mailsTo(it, ada.email, { about: 'new password' })
  await uploader(it, ada).media(await phonePhoto())
  const found = await report()
  expect(found.versions.program).toMatch(/^\d+\.\d+\.\d+$/)
  expect(found.versions).toMatchObject({
    node: process.versions.node,
    schema: Object.keys(migrations).at(-1),
  })
  expect(Number.parseInt(found.versions.database, 10)).toBeGreaterThanOrEqual(15)
  expect(found.storage.disk?.free_bytes).toBeGreaterThan(0)
  expect(found.storage).toMatchObject({ media_files: 1 })
  expect(found.storage.media_bytes).toBeGreaterThan(1000)
  expect(found.mail).toEqual({ transport: 'files', sent: 1, failed: 0 })
  expect(found.process.streams).toBe(0)
  expect(found.queue.kinds.map(({ kind }) => kind)).toContain('requested-mail')
  for (const headers of [{}, ada.bearer])
    expect((await it.app.inject({ url: '/api/health/report', headers })).statusCode).toBeGreaterThan(400)
})

test('an archive that can be restored counts as a backup', async () => {
  const at = new Date().toISOString()
  const state = { checked_at: at, until: null, bytes: 0, error: null }
  await mkdir(archiveFolder(it.dataDir), { recursive: true })
  await writeArchiveState(it.dataDir, { ...state, from: null })
  expect(codes(await report())).toContain('no_backup')
  await writeArchiveState(it.dataDir, { ...state, from: at, until: at })
  expect(codes(await report())).not.toContain('no_backup')
  await clearArchiveState(it.dataDir)
})

test('warnings name missing settings, and disappear once those are fixed', async () => {
  expect(codes(await report())).toEqual([
    ...(codes(await report()).includes('disk_low') ? (['disk_low'] as const) : []),
    ...(['no_backup', 'no_smtp', 'no_public_url', 'trusts_anybody'] as const),
    ...(['secret_in_file', 'never_busy', 'no_videos', 'no_operator', 'unused_settings'] as const),
  ])
  await recordBackup(it.databaseUrl, 'backup', { files: 4, bytes: 12_345 })
  const found = await report()
  expect(found.backups.last_backup).toMatchObject({ files: 4, bytes: 12_345 })
  expect(codes(found)).not.toContain('no_backup')
  await sql`update backup_records set finished_at = now() - interval '9 days'`.execute(it.db)
  expect((await report()).warnings).toContainEqual({ code: 'old_backup', detail: '9' })
  await recordBackup(it.databaseUrl, 'backup', { files: 5, bytes: 1 })
  expect(codes(await report())).not.toContain('old_backup')
})

test('reports the archive, why it stopped, and the last backup verification', async () => {
  expect((await report()).backups).toMatchObject({ archive: null, last_check: null })
  const at = new Date().toISOString()
  const archive = { from: at, until: at, bytes: 5000, error: null }
  await writeVerified(it.dataDir, { at, kind: 'file', ok: true, detail: '3 rows' })
  await writeArchiveState(it.dataDir, { checked_at: at, ...archive })
  const whole = await report()
  expect(whole.backups).toMatchObject({ archive, last_check: { at, ok: true } })
  expect(codes(whole)).not.toContain('archive_stopped')
  await writeVerified(it.dataDir, { at, kind: 'file', ok: false, detail: 'The backup is damaged.' })
  await writeArchiveState(it.dataDir, { checked_at: at, ...archive, error: 'the disk is full' })
  const { warnings } = await report()
  expect(warnings).toContainEqual({ code: 'archive_stopped', detail: 'the disk is full' })
  expect(warnings).toContainEqual({ code: 'backup_failed_check', detail: 'The backup is damaged.' })
})

test('a complete server has no warnings', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const at = (days: number) => ({ at: new Date(now - days * 86_400_000).toISOString(), files: 1, bytes: 1 })
  const configured: Configured = {
    smtpUrl: 'smtps://mail.example',
    publicUrl: new URL('https://nollie.example'),
    trustsAnybody: false,
    videos: true,
    operator: { name: 'Club', contact: 'a@club.example' },
    busyAfterMs: 1000,
    unused: [],
    secretInFile: false,
  }
  const state = {
    disk: { bytes: 1e12, free_bytes: 5e11 },
    backup: at(1),
    isArchived: false,
    archiveError: null,
    checkError: null,
    failed: 0,
  }
  expect(findWarnings(configured, state, now)).toEqual([])
  // The embedded database has an archive, which counts as a backup.
  expect(findWarnings(configured, { ...state, backup: null, isArchived: true }, now)).toEqual([])
  expect(findWarnings(configured, { ...state, backup: null }, now)).toEqual([
    { code: 'no_backup', detail: null },
  ])
  const changed = {
    ...state,
    disk: { bytes: 1e12, free_bytes: 5e10 },
    failed: 2,
    backup: at(BACKUP_DAYS),
  }
  expect(findWarnings({ ...configured, publicUrl: new URL('http://nollie.example') }, changed, now)).toEqual([
    { code: 'disk_low', detail: '5' },
    { code: 'failing_jobs', detail: '2' },
    { code: 'old_backup', detail: '7' },
    { code: 'plain_http', detail: null },
  ])
})

test('a permanently failed job is shown with its error, and can be retried', async () => {
  const id = await aFailedJob(it, { kind: 'moderation-mail', error: `mail not sent: ${'x'.repeat(500)}` })
  const { queue, warnings } = await report()
  const job = queue.failing.find((one) => one.id === id)
  expect(job).toMatchObject({ kind: 'moderation-mail', state: 'failed', tries: 4 })
  expect(job?.error).toHaveLength(200)
  expect(queue.kinds.find(({ kind }) => kind === 'moderation-mail')).toMatchObject({ failed: 1 })
  expect(warnings).toContainEqual({ code: 'failing_jobs', detail: '1' })

  expect((await retry(id)).statusCode).toBe(204)
  const states = async () =>
    (
      await sql<{
        state: string
        retry_count: number
      }>`select state, retry_count from jobs.job where id = ${id}`.execute(it.db)
    ).rows[0]
  // Its data is empty, so it either fails again or completes; either way, it ran.
  await expect.poll(states).not.toMatchObject({ state: 'failed', retry_count: 3 })
})

test('a job that waits for its retry becomes due immediately', async () => {
  const id = uuid()
  await sql`insert into jobs.job (id, name, state, retry_limit, retry_count, start_after)
    values (${id}, 'moderation-mail', 'retry', 9, 2, now() + interval '1 hour')`.execute(it.db)
  const found = (await report()).queue.failing.find((one) => one.id === id)
  expect(found).toMatchObject({ state: 'retrying', tries: 2, error: null })
  expect(Date.parse(found?.at ?? '')).toBeGreaterThan(Date.now())
  expect((await retry(id)).statusCode).toBe(204)
  const waits = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from jobs.job
        where id = ${id} and state = 'retry' and start_after > now()`.execute(it.db)
    ).rows[0]?.n
  expect(await waits()).toBe(0)
})

test("a job that is not failing can't be retried", async () => {
  const answer = await retry(uuid())
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
  expect((await retry('1')).statusCode).toBe(400)
})

test('the report works while the server is too busy for other requests', async () => {
  const busy = await testApp({ busyAfterMs: 1 })
  onTestFinished(() => busy.close())
  const { boss } = await people(busy, 'boss')
  await makeAdmin(busy.db, boss.user_id)
  await busy.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = busy.app.server.address() as AddressInfo
  const fetchStatus = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers: boss.bearer })).status
  await expect
    .poll(async () => {
      const end = performance.now() + 50
      while (performance.now() < end);
      return fetchStatus('/api/config')
    })
    .toBe(503)
  expect(await fetchStatus('/api/health/report')).toBe(200)
})
