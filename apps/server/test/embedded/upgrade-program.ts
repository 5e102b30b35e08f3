import { startDatabase } from '../../src/db/start-database.ts'
import type { Log } from '../../src/platform/log.ts'

// A server with nothing but its migrated database. Tests start it as a separate process and kill it. argv[2] is the
// data directory; with `beside` as argv[3], it runs the way commands do. Prints each event as a line of JSON.
const [, , dataDir = '', how = ''] = process.argv

function report(event: object) {
  return process.stdout.write(`${JSON.stringify(event)}\n`)
}

const log = {
  info: (info: string) => report({ info }),
  warn: () => {},
  error: (error: string) => report({ error }),
} as unknown as Log

try {
  const database = await startDatabase({ databaseUrl: null, dataDir }, log, { borrow: how === 'beside' })
  process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)))
  report({ ready: true, url: database.url, adminUrl: database.adminUrl, pid: 0, adopted: false })
  setInterval(() => {}, 60_000)
} catch (error) {
  report({ refused: (error as Error).message, name: (error as Error).name })
  process.exit(1)
}
