import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { QUEUE_TABLES } from '../world/queue-tables.ts'
import { anAd } from '../makers/ads.ts'
import { type TestApp, testApp } from '../world/app.ts'
import { anEndedInvitation } from '../makers/crews.ts'
import { aCase } from '../makers/moderation.ts'
import { MODULES, PASSING } from '../world/modules.ts'
import { post } from '../actors/people.ts'
import { aPost, aSpotRow } from '../makers/posts.ts'
import { oldSpotRows } from '../makers/old-spot-rows.ts'
import { aMediaItem, aMember } from '../makers/spots.ts'
import { until } from '../world/until.ts'

let it: TestApp
let member: string
beforeAll(async () => {
  it = await testApp()
  member = await aMember(it.db, 'ada')
})
afterAll(() => it.close())

function ago(time: string) {
  return sql<string>`now() - ${sql.lit(time)}::interval`
}

async function count(table: string, where: RawBuilder<unknown>): Promise<number> {
  const found = sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${where}`
  return (await found.execute(it.db)).rows[0]?.n ?? -1
}

const passingTables = PASSING.filter(({ name }) => !name.endsWith('/'))

test('each table is declared by exactly one module: either its rows stay, or scheduled work deletes them', async () => {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
      and table_name !~ '^queue_stats_[0-9]+$'`.execute(it.db)
  const of = (wanted: string) => rows.filter(({ schema }) => schema === wanted).map(({ name }) => name)
  const staying = MODULES.flatMap(({ tables = {} }) => Object.keys(tables))
  expect([...staying, ...passingTables.map(({ name }) => name)].toSorted()).toEqual(of('public').toSorted())
  expect(of('jobs').toSorted()).toEqual(Object.keys(QUEUE_TABLES).toSorted())
  expect(rows.length).toBe(of('public').length + of('jobs').length)
})

test('everything that a module declares is scheduled, and nothing else is', () => {
  const declared = MODULES.flatMap(({ schedules = [], rollups = [], cleanUps = [] }) =>
    [...schedules, ...rollups, ...cleanUps].map(({ name }) => name),
  )
  expect(new Set(declared).size).toBe(declared.length)
  expect(it.jobs.timers.toSorted()).toEqual(declared.toSorted())
})

/** Inserts an outdated row into each table, and returns a condition that finds it. */
const OLD_ROWS: Record<string, () => Promise<RawBuilder<unknown>>> = {
  ...oldSpotRows(() => ({ db: it.db, member })),
  sessions: async () => {
    const id = uuid()
    await it.db
      .insertInto('sessions')
      .values({ id, token: id, user_id: member, expires_at: ago('1 minute') })
      .execute()
    return sql`id = ${id}`
  },
  access_tokens: async () => {
    const id = uuid()
    const old = { name: 'Script', token: id, ending: '0000', scopes: ['spots:read'] }
    await it.db
      .insertInto('access_tokens')
      .values({ ...old, id, user_id: member, expires_at: ago('31 days'), last_used_at: null })
      .execute()
    return sql`id = ${id}`
  },
  factors: async () => {
    const id = uuid()
    const old = { kind: 'totp' as const, name: 'Phone', proven_at: null, last_used_at: null }
    await it.db
      .insertInto('factors')
      .values({ ...old, id, user_id: member, created_at: ago('61 minutes') })
      .execute()
    return sql`id = ${id}`
  },
  factor_challenges: async () => {
    const id = uuid()
    const old = { way: 'password', token: id.padEnd(43, 'x'), expires_at: ago('1 minute') }
    await it.db
      .insertInto('factor_challenges')
      .values({ ...old, id, user_id: member })
      .execute()
    return sql`id = ${id}`
  },
  trusted_devices: async () => {
    const id = uuid()
    const old = { user_agent: null, token: id.padEnd(43, 'x'), expires_at: ago('1 minute') }
    await it.db
      .insertInto('trusted_devices')
      .values({ ...old, id, user_id: member })
      .execute()
    return sql`id = ${id}`
  },
  used_devices: async () => {
    const id = uuid()
    const old = { device: id.padEnd(43, 'x'), last_used_at: ago('401 days') }
    await it.db
      .insertInto('used_devices')
      .values({ ...old, id, user_id: member })
      .execute()
    return sql`id = ${id}`
  },
  factor_recoveries: async () => {
    const id = uuid()
    await it.db
      .insertInto('factor_recoveries')
      .values({ id, user_id: member, due_at: ago('8 days') })
      .execute()
    return sql`id = ${id}`
  },
  signing_keys: async () => {
    const id = uuid()
    const old = { private_key: '', public_key: '{}', created_at: ago('31 days') }
    await it.db
      .insertInto('signing_keys')
      .values({ ...old, id })
      .execute()
    return sql`id = ${id}`
  },
  verifications: async () => {
    const [id, value] = [uuid(), member]
    await it.db
      .insertInto('verifications')
      .values({ id, identifier: id, value, expires_at: ago('1 minute') })
      .execute()
    return sql`id = ${id}`
  },
  sign_ups: async () => {
    const id = uuid()
    const values = {
      id,
      email: 'old@example.com',
      username: 'olden',
      display_username: 'olden',
      password: 'x',
    }
    await it.db
      .insertInto('sign_ups')
      .values({ ...values, created_at: ago('8 days') })
      .execute()
    return sql`id = ${id}`
  },
  sign_in_codes: async () => {
    const id = uuid()
    const values = { id, email: 'old@example.com', challenge: null, creates_account: true, next: null }
    await it.db
      .insertInto('sign_in_codes')
      .values({ ...values, expires_at: ago('1 minute') })
      .execute()
    return sql`id = ${id}`
  },
  phone_codes: async () => {
    const id = uuid()
    const values = { id, number: '+12025550100', creates_account: true, expires_at: ago('1 minute') }
    await it.db.insertInto('phone_codes').values(values).execute()
    return sql`id = ${id}`
  },
  provider_requests: async () => {
    const id = uuid()
    const values = { id, provider: 'google', challenge: 'x'.repeat(43), user_id: null }
    await it.db
      .insertInto('provider_requests')
      .values({ ...values, expires_at: ago('1 minute') })
      .execute()
    return sql`id = ${id}`
  },
  passkey_challenges: async () => {
    const id = uuid()
    await it.db
      .insertInto('passkey_challenges')
      .values({ id, expires_at: ago('1 minute') })
      .execute()
    return sql`id = ${id}`
  },
  email_changes: async () => {
    const id = uuid()
    const values = { id, user_id: member, old_email: 'ada@nollie.example', new_email: 'new@example.com' }
    await it.db
      .insertInto('email_changes')
      .values({ ...values, expires_at: ago('1 minute') })
      .execute()
    return sql`id = ${id}`
  },
  ended_sessions: async () => {
    const token = uuid()
    await it.db
      .insertInto('ended_sessions')
      .values({ token, user_id: member, ended_at: ago('31 days') })
      .execute()
    return sql`token = ${token}`
  },
  reserved_usernames: async () => {
    const digest = Buffer.alloc(32, 7)
    await it.db
      .insertInto('reserved_usernames')
      .values({ digest, free_at: ago('1 minute') })
      .execute()
    return sql`digest = ${digest}`
  },
  account_deletions: async () => {
    const user_id = await aMember(it.db, 'leaver')
    await it.db
      .insertInto('account_deletions')
      .values({ user_id, content: 'remove', asked_at: ago('15 days'), due_at: ago('1 day') })
      .execute()
    return sql`user_id = ${user_id}`
  },
  exports: async () => {
    const id = uuid()
    const values = { id, user_id: member, status: 'ready' as const, bytes: 1 }
    await it.db
      .insertInto('exports')
      .values({ ...values, asked_at: ago('8 days'), expires_at: ago('1 day') })
      .execute()
    return sql`id = ${id}`
  },
  spots: async () => {
    const id = await aSpotRow(it.db, member)
    await it.db
      .updateTable('spots')
      .set({ deleted_at: ago('31 days'), deleted_by: member })
      .where('id', '=', id)
      .execute()
    return sql`id = ${id}`
  },
  media: async () => {
    const id = await aMediaItem(it.db, member, { status: 'uploading' })
    await it.db
      .updateTable('media')
      .set({ created_at: ago('2 days') })
      .where('id', '=', id)
      .execute()
    return sql`id = ${id}`
  },
  upload_parts: async () => {
    const media_id = await aMediaItem(it.db, member)
    await it.db.insertInto('upload_parts').values({ media_id, start: 0, bytes: 1, file: '0-old' }).execute()
    return sql`media_id = ${media_id}`
  },
  ads: async () => sql`id = ${await anAd(it.db, { starts_on: '2024-01-01', ends_on: '2024-01-02' })}`,
  ad_days: async () => {
    const ad_id = await anAd(it.db)
    await it.db.insertInto('ad_days').values({ ad_id, day: '2024-01-01', slice: 0, views: 1 }).execute()
    return sql`ad_id = ${ad_id}`
  },
  crew_invitations: async () => sql`crew_id = ${await anEndedInvitation(it.db, member)}`,
  notifications: async () => {
    const [id, from_user_id] = [uuid(), await aMember(it.db, 'ben')]
    await it.db
      .insertInto('notifications')
      .values({
        id,
        user_id: member,
        type: 'follow',
        from_user_id,
        target_id: member,
        created_at: ago('91 days'),
      })
      .execute()
    return sql`id = ${id}`
  },
  events: async () => {
    const topic = `user:${member}`
    await it.db
      .insertInto('events')
      .values({ topic, name: 'old', data: '{}', created_at: ago('3 hours') })
      .execute()
    return sql`name = 'old'`
  },
  idempotency_keys: async () => {
    const values = { user_id: member, key: 'old', request_hash: 'x', answer: '{"content":"words"}' }
    await it.db
      .insertInto('idempotency_keys')
      .values({ ...values, created_at: ago('25 hours') })
      .execute()
    return sql`key = 'old'`
  },
  rate_counts: async () => {
    await it.db
      .insertInto('rate_counts')
      .values({ name: 'old', subject: 'ip:192.0.2.1', window_start: ago('25 hours'), times: 3 })
      .execute()
    return sql`name = 'old'`
  },
  reports: async () => {
    const { case_id } = await aCase(it.db)
    await it.db
      .insertInto('moderation_decisions')
      .values({ id: uuid(), case_id, action: 'keep', reason: 'It may stay.', created_at: ago('91 days') })
      .execute()
    await it.db
      .insertInto('reports')
      .values({
        id: uuid(),
        case_id,
        reporter_id: null,
        report_type: 'other',
        description: 'What I saw.',
        notice_name: 'Ada',
        notice_email: 'notice@example.com',
      })
      .execute()
    return sql`case_id = ${case_id} and num_nonnulls(notice_name, notice_email) > 0`
  },
  new_spots: async () => {
    const spot_id = await aSpotRow(it.db, member)
    await sql`insert into new_spots values (${spot_id}) on conflict do nothing`.execute(it.db)
    return sql`spot_id = ${spot_id}`
  },
  spots_near: async () => {
    const spot_id = await aSpotRow(it.db, member)
    await sql`insert into spots_near values (${member}, ${spot_id}, ${ago('15 days')})`.execute(it.db)
    return sql`spot_id = ${spot_id}`
  },
  push_queue: async () => {
    await it.db
      .insertInto('push_queue')
      .values({ user_id: member, notification_id: uuid(), message_id: null, due_at: ago('1 minute') })
      .execute()
    return sql`user_id = ${member}`
  },
  counter_delta: async () => {
    const [post_id, id] = [await aPost(it.db, member), uuid()]
    await it.db.insertInto('likes').values({ id, post_id, media_index: 0, user_id: member }).execute()
    return sql`post_id = ${post_id}`
  },
  person_delta: async () => {
    await aPost(it.db, member)
    return sql`user_id = ${member}`
  },
  spot_changes: async () => sql`spot_id = ${await aSpotRow(it.db, member)}`,
  spot_video_checks: async () => {
    const spot_id = await aSpotRow(it.db, member)
    await aPost(it.db, member, { spot_id, media: ['video'] })
    return sql`spot_id = ${spot_id}`
  },
  timeline_queue: async () => sql`post_id = ${await aPost(it.db, member)}`,
}
/** These tables are cleared so often that a row may be deleted before the test reads it. */
const QUEUES = new Set([
  'area_changes',
  'bust_changes',
  'check_changes',
  'counter_delta',
  'person_delta',
  'spot_changes',
  'spot_video_checks',
  'spot_withdrawals',
  'timeline_queue',
])

describe('regular clean-ups remove expired rows', () => {
  test('this test has a row for each table with expiring rows', () => {
    expect(Object.keys(OLD_ROWS).toSorted()).toEqual(passingTables.map(({ name }) => name).toSorted())
  })

  test.each(passingTables)('$name: $by', async ({ name: table, by }) => {
    let old = await OLD_ROWS[table]?.()
    // The server's own scheduled run may have just deleted it.
    if (!QUEUES.has(table) && old && (await count(table, old)) === 0) old = await OLD_ROWS[table]?.()
    if (!old) throw new Error('no old row')
    if (!QUEUES.has(table)) expect(await count(table, old)).toBe(1)
    await it.jobs.runTimer(by)
    // If the server's own scheduled run is in progress, that run deletes the row.
    if (QUEUES.has(table)) await until(async () => expect(await count(table, old)).toBe(0))
    expect(await count(table, old)).toBe(0)
  })

  test('deletes completed jobs from the job queue', async () => {
    await post(it.app, '/api/auth/password-resets', { email: 'nobody@example.com' })
    const done = sql`name = 'mail-request' and state = 'completed'`
    await until(async () => expect(await count('jobs.job', done)).toBe(1))
    await sql`update jobs.job set completed_on = now() - interval '61 minutes' where ${done}`.execute(it.db)
    await sql`update jobs.queue set maintain_on = now() - interval '11 minutes'`.execute(it.db)
    await until(async () => expect(await count('jobs.job', done)).toBe(0), { interval: 500 })
  })
})

test('unsent emails are deleted from the outbox after thirty days', async () => {
  const folder = join(it.dataDir, 'outbox')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, '20260101T000000000Z-old.eml')
  writeFileSync(file, 'To: <old@example.com>\n\nx')
  const old = Date.now() / 1000 - 31 * 24 * 3600
  utimesSync(file, old, old)
  await it.jobs.runTimer('old outbox emails')
  expect(existsSync(file)).toBe(false)
})
