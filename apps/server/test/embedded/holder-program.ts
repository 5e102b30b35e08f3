import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.ts'

// A server with nothing but its database, which tests start as a separate process and kill. argv[2] is the data
// directory, and argv[3] contains additional settings as JSON. Prints each event as a line of JSON.
const [, , dataDir = '', settings = '{}'] = process.argv

function report(event: object) {
  return process.stdout.write(`${JSON.stringify(event)}\n`)
}

try {
  const database = await startEmbeddedPostgres({
    dataDir,
    settings: JSON.parse(settings),
    logger: { info: (info) => report({ info }), error: (error) => report({ error }) },
  })
  process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)))
  report({
    ready: true,
    url: database.url,
    adminUrl: database.adminUrl,
    pid: database.pid(),
    adopted: database.adopted,
  })
  setInterval(() => {}, 60_000)
} catch (error) {
  report({ refused: (error as Error).message, name: (error as Error).name })
  process.exit(1)
}
