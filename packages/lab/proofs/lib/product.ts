import { type Server, startServer } from '../../../../e2e/support/server.ts'
import { type Db, openDatabase } from '../../../../apps/server/src/db/open.ts'
import { startEmbeddedPostgres } from '../../../../apps/server/src/platform/embedded-postgres/index.ts'
import {
  type Credentials,
  insertMember,
  insertSession,
} from '../../../../apps/server/test/makers/member-rows.ts'

/** How long (ms) to wait for startup, even on a busy machine. */
const READY_MS = 300_000

/** The product as an operator starts it, in a separate process, along with its database. */
export type Product = { server: Server; db: Db; close: () => Promise<void> }

/** A person with two sessions: one in the form that API clients send, the other in the form that browsers send. */
export type Person = { user_id: string; username: string; bearer: string; cookie: string }

/** Starts the production server with an empty database. */
export async function startProduct(env: NodeJS.ProcessEnv = {}): Promise<Product> {
  const server = await startServer({ env, readyMs: READY_MS })
  const { url } = await startEmbeddedPostgres({
    dataDir: server.dataDir,
    borrow: true,
    logger: { info: () => {}, error: (message) => console.error(message) },
  })
  const db = openDatabase(url, { max: 2 })
  return {
    server,
    db,
    close: async () => {
      await db.destroy()
      await server.stop()
    },
  }
}

/** Inserts a verified person with sessions, who has already seen the welcome card. */
export async function aPerson(db: Db, username: string, with_: Partial<Credentials> = {}): Promise<Person> {
  const person = { username, email: `${username}@example.com`, password: `kickflip-${username}`, ...with_ }
  const user_id = await insertMember(db, person)
  await db.insertInto('preferences').values({ user_id, welcomed: true }).execute()
  return {
    user_id,
    username,
    bearer: `Bearer ${await insertSession(db, user_id)}`,
    cookie: await insertSession(db, user_id),
  }
}

/** Whether a process is still running. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
