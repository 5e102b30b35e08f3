import { ensureWebBuilt } from '../../scripts/lib/build-web.mjs'
import { startServer } from './server.ts'

/**
 * Starts the server of all journeys; its address and data directory are in the environment. `NOLLIE_URL` and
 * `NOLLIE_DATA_DIR` select a running server instead.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.NOLLIE_URL) return async () => undefined
  const built = await ensureWebBuilt()
  if (built.code !== 0) throw new Error(`The web client could not be built.\n${built.output}`)
  const server = await startServer()
  process.env.NOLLIE_URL = server.url
  process.env.NOLLIE_DATA_DIR = server.dataDir
  return () => server.stop()
}
