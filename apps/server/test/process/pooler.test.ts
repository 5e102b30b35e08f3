import http from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/open.ts'
import { setUpPooler } from '../../src/db/pooler.ts'
import { preparedStatement } from '../../src/db/prepared.ts'
import { emptyDatabase, testDatabase } from '../world/database.ts'
import { insertMember, insertSession } from '../makers/member-rows.ts'
import { startPgBouncer } from '../services/pgbouncer.ts'
import { aPost } from '../makers/posts.ts'
import { findProgram, whyMissing } from '../world/programs.ts'
import { server } from './server.ts'

const pgbouncer = findProgram('pgbouncer')
const why = whyMissing('pgbouncer', pgbouncer)
const log = pino({ level: 'silent' })

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-pooled-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

test.skipIf(pgbouncer === null)(
  `statements work with any session from the pooler, including in transactions, within limits${why}`,
  async () => {
    const { url, close } = await testDatabase()
    onTestFinished(close)
    const pool = await startPgBouncer(pgbouncer ?? '', url)
    const pooler = await setUpPooler(pool.url, url, log)
    // As of version 1.21, PgBouncer can be configured to translate statement names.
    const db = openDatabase(pool.url, { max: 30, pooler })
    onTestFinished(() => db.destroy())
    const statements = Array.from({ length: 5 }, (_, times) =>
      preparedStatement<{ n: number }>(
        `doubled_${times}`,
        () => sql`select $1::int * ${sql.lit(times)} as n`,
      ),
    )
    const calls = Array.from({ length: 600 }, (_, n) => n)
    const results = await Promise.all(
      calls.map((n) => {
        const statement = statements[n % 5] ?? (async () => [])
        return n % 2 === 0 ? statement(db, [n]) : db.transaction().execute((tx) => statement(tx, [n]))
      }),
    )
    expect(results).toEqual(calls.map((n) => [{ n: n * (n % 5) }]))
    const { rows } = await sql`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('timezone') as zone,
    current_setting('jit') as jit`.execute(db)
    expect(rows).toEqual([{ statement: '10s', lock: '4s', zone: 'UTC', jit: 'off' }])
  },
)

test.skipIf(pgbouncer === null)(
  `the server works behind a pooler: requests, jobs, and live events, even if the pooler restarts${why}`,
  async () => {
    const { url, close } = await emptyDatabase()
    onTestFinished(close)
    const pool = await startPgBouncer(pgbouncer ?? '', url)
    // The server must not refuse requests because it's too busy, even though there are many at the same time.
    const env = {
      DATABASE_URL: pool.url,
      DATABASE_DIRECT_URL: url,
      DATA_DIR: aFolder(),
      BUSY_AFTER_MS: '60000',
    }
    const it = await server(env)
    await it.ready()
    expect(it.output.out).toContain(', directly at postgresql://')
    const db = openDatabase(url, { max: 4 })
    onTestFinished(() => db.destroy())
    const ada = await insertMember(db, {
      username: 'ada',
      email: 'ada@example.org',
      password: 'Correct-Horse-9',
    })
    const authorization = `Bearer ${await insertSession(db, ada)}`
    const post = await aPost(db, ada)

    let events = ''
    const stream = http.get(`${it.url}/api/events?topics=likes`, { headers: { authorization } }, (answer) =>
      answer.setEncoding('utf8').on('data', (part) => (events += part)),
    )
    stream.on('error', () => {})
    onTestFinished(() => void stream.destroy())
    await expect.poll(() => events).toContain('retry:')
    const ask = (path: string, method = 'GET') =>
      fetch(`${it.url}${path}`, { method, headers: { authorization, origin: it.url } }).then(
        ({ status }) => status,
        () => 0,
      )
    const paths = ['/api/posts', '/api/session', '/api/discussions', '/api/notifications', '/api/discover']
    const known = await Promise.all(paths.map((path) => ask(path)))
    const all = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(paths[n % paths.length] ?? '')))
    expect(all).toEqual(all.map((_, n) => known[n % paths.length]))
    expect(known.filter((status) => status >= 500)).toEqual([])
    expect(known.slice(0, 2)).toEqual([200, 200])
    expect(await ask(`/api/posts/${post}/media/0/like`, 'PUT')).toBe(200)
    await expect.poll(() => events).toContain('event: like')

    await pool.stop()
    expect(await ask('/api/session')).toBe(503)
    await pool.start()
    await expect.poll(() => ask('/api/session'), { interval: 50 }).toBe(200)
    expect(await it.stop()).toBe(0)
  },
)

test.skipIf(pgbouncer === null)(
  `an unconfigured pooler, or two databases, make the start fail with one line${why}`,
  async () => {
    const [one, other] = [await emptyDatabase(), await emptyDatabase()]
    onTestFinished(async () => {
      await one.close()
      await other.close()
    })
    const pool = await startPgBouncer(pgbouncer ?? '', one.url)
    const unnamed = await server({ DATABASE_URL: pool.url, DATA_DIR: aFolder() })
    expect(await unnamed.ended).toBe(1)
    expect(unnamed.output.err).toMatch(
      /is behind a pooler\. Also set DATABASE_DIRECT_URL to the database itself\.\n$/,
    )
    const apart = await server({
      DATABASE_URL: pool.url,
      DATABASE_DIRECT_URL: other.url,
      DATA_DIR: aFolder(),
    })
    expect(await apart.ended).toBe(1)
    expect(apart.output.err).toContain('lead to different databases')
  },
)
