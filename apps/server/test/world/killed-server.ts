import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { SECRET, testApp } from './app.ts'
import { people } from '../actors/people.ts'

/**
 * Creates a database and a folder for servers that will be killed and restarted, and a person with a lasting session.
 */
export async function killedServer() {
  const app = await testApp({ media: { sweepEvery: 3600 } })
  const folder = mkdtempSync(join(tmpdir(), 'nollie-killed-'))
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true })
    await app.close()
  })
  writeFileSync(join(folder, 'secret'), SECRET, { mode: 0o600 })
  const { ada } = await people(app, 'ada')
  // From now on, only the processes under test run jobs.
  await app.jobs.stop()
  const env = { DATABASE_URL: app.databaseUrl, DATA_DIR: folder, PUBLIC_URL: 'http://localhost:3000' }
  return { ada, env, folder, db: app.db }
}
