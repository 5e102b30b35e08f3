import { ensureWebBuilt } from '../../scripts/lib/build-web.mjs'
import { startServer } from './server.ts'

/**
 * Starts the server all journeys share; they learn its address and data directory from the environment. With
 * `NOLLIE_URL` and `NOLLIE_DATA_DIR` set, that server is used as it is.
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
