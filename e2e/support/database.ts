import { expect } from '@playwright/test'
import { sql } from 'kysely'
import { type Db, openDatabase } from '../../apps/server/src/db/open.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/index.ts'

const open = new Map<string, Promise<Db>>()

/** Connects to the database of the server under test, to prepare data that isn't the subject of any journey. */
export function database(): Promise<Db> {
  const dataDir = process.env.NOLLIE_DATA_DIR as string
  const known = open.get(dataDir) ?? connect(dataDir)
  open.set(dataDir, known)
  return known
}

async function connect(dataDir: string): Promise<Db> {
  const own = process.env.NOLLIE_DATABASE_URL
  if (own) return openDatabase(own, { max: 1 })
  const { url } = await startEmbeddedPostgres({
    dataDir,
    borrow: true,
    logger: { info: () => {}, error: (message) => console.error(message) },
  })
  return openDatabase(url, { max: 1 })
}

/**
 * Waits until the server has no more work from earlier changes, and their events are old enough that a page that loads
 * now isn't sent them. Works only if no one else uses the server.
 */
export async function awaitQuiet(): Promise<void> {
  const db = await database()
  const isQuiet = async () => {
    const { rows } = await sql<{ is_quiet: boolean }>`
      select not exists (select from events where created_at > now() - interval '2 seconds')
         and not exists (select from jobs.job where state = 'active'
                            or (state in ('created', 'retry') and start_after <= now())) as is_quiet`.execute(
      db,
    )
    return rows[0]?.is_quiet
  }
  await expect.poll(isQuiet, { message: 'the server has no more work' }).toBe(true)
}
