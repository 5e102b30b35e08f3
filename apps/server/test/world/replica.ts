import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { migrate } from '../../src/db/migrate.ts'
import { type Db, openDatabase } from '../../src/db/open.ts'
import { Jobs } from '../../src/platform/jobs/index.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.ts'

const logger = { info: () => {}, error: () => {} }
const QUICK = { fsync: 'off', wal_keep_size: '64MB' }

async function onServer<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

// Copies a stopped server's files with their owners and modes.
function copyFolder(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !statSync(path).isSocket(),
  })
  const { uid, gid } = statSync(join(from, 'postgres'))
  const give = (path: string) => chownSync(path, uid, gid)
  for (const path of filesIn(to)) give(path)
}

function filesIn(folder: string): string[] {
  return [
    join(folder, 'postgres'),
    ...(readdirSync(join(folder, 'postgres'), { recursive: true }) as string[]).map((name) =>
      join(folder, 'postgres', name),
    ),
  ]
}

/** A migrated primary and its streaming replica. Both are real PostgreSQL servers with their own files. */
export type Replicated = {
  db: Db
  url: string
  replicaUrl: string
  replica: EmbeddedPostgres
  /** Stops the replica from replaying the changes it receives. */
  pause: () => Promise<unknown>
  resume: () => Promise<unknown>
  close: () => Promise<void>
}

/** Starts a primary and its replica. */
export async function startReplicated(): Promise<Replicated> {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-two-'))
  chmodSync(folder, 0o711)
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  const first = await startEmbeddedPostgres({ dataDir: one, logger, settings: QUICK })
  await migrate(first.url)
  const jobs = new Jobs(first.url, pino({ level: 'silent' }))
  await jobs.start()
  await jobs.stop()
  await first.stop()
  copyFolder(one, two)
  writeFileSync(join(two, 'postgres', 'cluster', 'standby.signal'), '')
  const primary = await startEmbeddedPostgres({ dataDir: one, logger, settings: QUICK })
  const admin = new URL(primary.adminUrl)
  const conninfo = `host=${decodeURIComponent(admin.hostname)} user=${admin.username} password=${admin.password}`
  const replica = await startEmbeddedPostgres({
    dataDir: two,
    logger,
    settings: { ...QUICK, primary_conninfo: conninfo },
  })
  const db = openDatabase(primary.url, { max: 8 })
  const adminOfReplica = replica.adminUrl
  return {
    db,
    replica,
    url: primary.url,
    replicaUrl: replica.url,
    pause: async () => {
      await onServer(adminOfReplica, 'select pg_wal_replay_pause()')
      for (;;) {
        const [row] = await onServer<{ state: string }>(
          adminOfReplica,
          'select pg_get_wal_replay_pause_state() as state',
        )
        if (row?.state === 'paused') return
        await sleep(10)
      }
    },
    resume: () => onServer(adminOfReplica, 'select pg_wal_replay_resume()'),
    close: async () => {
      await db.destroy()
      await replica.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
