import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { withSessionOptions } from '../session-options.ts'

const CHECK_MS = 1_000
const ANSWER_MS = 2_000

/** Retries until this process gets the lock or starts closing. */
async function takeLock(client: pg.Client, name: string, closing: AbortSignal): Promise<boolean> {
  while (!closing.aborted) {
    const { rows } = await client.query<{ ours: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as ours',
      [name],
    )
    if (rows[0]?.ours) return true
    await sleep(CHECK_MS, undefined, { signal: closing }).catch(() => {})
  }
  return false
}

/**
 * Runs work in only one process at a time, using a lock on a dedicated database connection. If the process dies,
 * another one takes over. `begin` returns a function that ends the work. If a connection is lost silently, two
 * processes can run for a short time.
 */
export function runInOneProcess(
  url: string,
  name: string,
  begin: () => () => Promise<void>,
): { close: () => Promise<void> } {
  const closing = new AbortController()
  const round = async (): Promise<void> => {
    const client = new pg.Client({
      ...withSessionOptions(url),
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: `nollie ${name} ${process.pid}`,
    })
    client.on('error', () => {})
    let end: (() => Promise<void>) | null = null
    try {
      await client.connect()
      if (!(await takeLock(client, name, closing.signal))) return
      end = begin()
      while (!closing.signal.aborted) {
        await sleep(CHECK_MS, undefined, { signal: closing.signal }).catch(() => {})
        await client.query('select 1')
      }
    } finally {
      await end?.()
      await client.end().catch(() => {})
    }
  }
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      // A failed connection is replaced by a new one.
      await round().catch(() => {})
      await sleep(CHECK_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    close: async () => {
      closing.abort()
      await running
    },
  }
}
