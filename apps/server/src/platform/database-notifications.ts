import pg from 'pg'
import { withSessionOptions } from './session-options.ts'

/** Callbacks for {@link listen}. */
export type ListenerCallbacks = {
  /** Called with the payload of every notification on the channel. */
  notified: (payload: string) => void
  /** Called on every (re)connection, because notifications may have been missed before it. */
  connected: () => void
  /** Called when the connection is lost; the listener reconnects automatically. */
  lost?: (error: Error) => void
}

/** A connection that listens until it's closed. */
export type Listener = { close: () => Promise<void> }

const RETRY_MS = [250, 500, 1_000, 2_000]
const CHECK_MS = 15_000
const ANSWER_MS = 5_000

async function connect(url: string, channel: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...withSessionOptions(url),
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    application_name: `nollie listens ${process.pid}`,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Listens on a channel over a dedicated connection, which reopens after the database restarts. */
export function listen(
  url: string,
  channel: string,
  { notified, connected, lost }: ListenerCallbacks,
): Listener {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let failures = 0

  const again = (error: Error) => {
    client = null
    clearTimeout(timer)
    if (closed) return
    lost?.(error)
    timer = setTimeout(() => void open(), RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)])
  }
  // Only a query can detect a connection that was cut silently.
  const check = (mine: pg.Client) => {
    const ask = async () => {
      try {
        await mine.query('select 1')
        if (client === mine) check(mine)
      } catch {
        void mine.end().catch(() => {})
      }
    }
    timer = setTimeout(() => void ask(), CHECK_MS)
  }
  const open = async () => {
    try {
      const mine = await connect(url, channel)
      if (closed) return void mine.end()
      client = mine
      failures = 0
      mine.on('notification', ({ payload }) => notified(payload ?? ''))
      mine.once('end', () => client === mine && again(new Error('the connection ended')))
      check(mine)
      connected()
    } catch (error) {
      again(error as Error)
    }
  }
  void open()
  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
