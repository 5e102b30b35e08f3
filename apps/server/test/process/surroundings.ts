import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { emptyDatabase } from '../database.ts'

/**
 * The environment of one test's program: a database without a table, a data directory that does not exist yet, and a
 * connection next to the program's. Removed after the test.
 */
export async function surroundings() {
  const { url, close } = await emptyDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'nollie-process-'))
  const client = new pg.Client({ connectionString: url })
  // A test may end every connection to the database.
  client.on('error', () => {})
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { client, env: { DATABASE_URL: url, DATA_DIR: join(folder, 'data') } }
}
