import { ensureWebBuilt } from '../../scripts/lib/build-web.mjs'
import { useFleet } from './fleet.ts'
import { startServer } from './server.ts'

/**
 * Starts the server for all journeys, and puts its URL and data directory into the environment. To use a running server
 * instead, set `NOLLIE_URL`, `NOLLIE_DATA_DIR` (with the `outbox` folder for emails), and `NOLLIE_DATABASE_URL` unless
 * it uses its embedded database. `FLEET` selects the fleet in that folder.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  // Where this run's positions start (see `aPoint`), because a server may have the spots of earlier runs.
  process.env.NOLLIE_SITES = String(Math.random())
  if (process.env.NOLLIE_URL) return async () => undefined
  const built = await ensureWebBuilt()
  if (built.code !== 0) throw new Error(`The web client could not be built.\n${built.output}`)
  if (process.env.FLEET) return useFleet(process.env.FLEET)
  const server = await startServer({ fromSources: true })
  process.env.NOLLIE_URL = server.url
  process.env.NOLLIE_DATA_DIR = server.dataDir
  return () => server.stop()
}
