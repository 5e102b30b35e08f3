import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { openDatabase } from '../../../apps/server/src/db/open.ts'

const AT_ONCE = 50
/** The number of connections per IP address, which is below the limit. */
const PER_ADDRESS = 200
const TOPICS = 'posts,likes,comments,spots'

/** Inserts people with one session each; returns the session tokens. */
export async function insertTokens(url: string, count: number): Promise<string[]> {
  const people = Array.from({ length: count }, () => ({ id: uuid(), token: uuid().replaceAll('-', '') }))
  const ids = people.map(({ id }) => id)
  const hashes = people.map(({ token }) => createHash('sha256').update(token).digest('base64url'))
  const db = openDatabase(url, { max: 1, statementTimeoutMs: 0 })
  await sql`with made as (
      insert into users (id, name, email, email_verified, username)
      select id, left(id::text, 8), id || '@nollie.example', true, 'u' || right(id::text, 12)
      from unnest(${ids}::uuid[]) id returning id, username
    ), shown as (insert into profiles (user_id, username) select id, username from made returning user_id)
    insert into person_counts (user_id) select user_id from shown`.execute(db)
  await sql`insert into sessions (id, token, user_id, expires_at)
    select gen_random_uuid(), token, id, now() + interval '1 day'
    from unnest(${ids}::uuid[], ${hashes}::text[]) person (id, token)`.execute(db)
  await db.destroy()
  return people.map(({ token }) => token)
}

/** Returns a process's resident memory in bytes. */
export function resident(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** Event streams, one per person. They don't reconnect automatically. */
export class StreamCrowd {
  readonly #port: number
  readonly #tokens: readonly string[]
  readonly #sockets: Socket[] = []

  constructor(url: string, tokens: readonly string[]) {
    this.#port = Number(new URL(url).port)
    this.#tokens = tokens
  }

  /** The number of open streams. */
  get open(): number {
    return this.#sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length
  }

  /** Opens streams until there are this many. */
  async openUpTo(count: number): Promise<void> {
    while (this.#sockets.length < count) {
      const first = this.#sockets.length
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, n) => this.#listen(first + n, null)),
      )
    }
  }

  /** Closes a stream and reopens it, asking for the events it may have missed. */
  async reconnect(n: number): Promise<void> {
    this.#sockets[n]?.destroy()
    await this.#listen(n, 0)
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #listen(n: number, last: number | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const localAddress = `127.0.3.${1 + Math.floor(n / PER_ADDRESS)}`
      const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress })
      this.#sockets[n] = socket
      socket.on('error', reject)
      socket.once('close', () => reject(new Error('A stream was closed before it began.')))
      socket.once('data', (data) => {
        if (data.toString().startsWith('HTTP/1.1 200')) resolve()
        else reject(new Error(data.toString()))
        socket.resume()
      })
      socket.write(
        `GET /api/events?topics=${TOPICS} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n` +
          `${last === null ? '' : `last-event-id: ${last}\r\n`}authorization: Bearer ${this.#tokens[n]}\r\n\r\n`,
      )
    })
  }
}
