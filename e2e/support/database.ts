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
