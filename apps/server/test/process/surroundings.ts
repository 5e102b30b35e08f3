import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { emptyDatabase } from '../world/database.ts'

/**
 * Creates the environment for a test's program: a database without tables, a data directory that doesn't exist yet, and
 * a separate database connection for the test. Removed after the test.
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
