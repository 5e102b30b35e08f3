import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { CompiledQuery, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import pg from 'pg'
import { measuredStatement } from '../platform/telemetry/index.ts'

const MARK = /^\/\* prepared: (\w+) \*\//

// The database or a transaction.
type Runner = QueryExecutorProvider & {
  executeQuery: (query: CompiledQuery) => Promise<{ rows: unknown[] }>
}

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown

/** Errors behind a transaction-mode pooler: the session doesn't have the statement, or already has it. */
const OTHER_SESSION = ['26000', '42P05']

// Pools whose statements are unnamed, identified by the configuration object that their connections share.
const unnamed = new WeakSet<object>()

/** A transaction-mode pooler between the server and its database. */
export type Pooler = {
  /** Whether it translates the names of prepared statements, so that they work in every session. */
  translatesNames: boolean
}

type Config = pg.ClientConfig & { pooler?: Pooler; answerMs?: number }

/**
 * A connection that plans each query marked by {@link preparedStatement} only once, under its name. Behind a
 * transaction-mode pooler that doesn't translate names, statements are unnamed. Behind a pooler that wasn't configured,
 * the first error turns names off for the pool: the failed statement is sent again without a name, as are all later
 * ones. Inside a transaction, the statement fails, because the error has aborted the transaction.
 */
export class PreparingClient extends pg.Client {
  readonly #pool: object
  readonly #answerMs: number

  constructor(config: string | Config = {}) {
    super(config)
    this.#pool = typeof config === 'string' ? this : config
    this.#answerMs = (typeof config === 'object' && config.answerMs) || 0
    if (typeof config === 'string' || !config.pooler) return
    if (!config.pooler.translatesNames) unnamed.add(this.#pool)
    // The driver has no option for this, and it's the only setting besides the encoding that poolers accept.
    const startup = this as unknown as { getStartupConf: () => object }
    const own = startup.getStartupConf.bind(this)
    startup.getStartupConf = () => ({ ...own(), TimeZone: 'UTC' })
  }

  // The database's own time limits work only while it's running: a dead machine never responds, and a commit may wait
  // for a lost replica. Closing the connection makes its statement fail and removes the connection from the pool.
  #bounded<T>(answer: Promise<T>): Promise<T> {
    if (this.#answerMs === 0) return answer
    let isOver = false
    const timer = setTimeout(() => {
      // First, lets any data that arrived while this process was busy be read.
      setImmediate(() => isOver || this.#cut())
    }, this.#answerMs)
    const over = () => {
      isOver = true
      clearTimeout(timer)
    }
    answer.then(over, over)
    return answer
  }

  #cut(): void {
    const { connection } = this as unknown as { connection: { stream: Socket } }
    connection.stream.destroy()
  }

  // Kysely passes only the text and the values, so the name is part of the text.
  override query = ((config: unknown, values: unknown, callback: unknown) => {
    const send = super.query.bind(this) as Query
    // A query with a callback, or an object with its own events, isn't a promise.
    const query: Query = (asked, given) => {
      const text = typeof asked === 'string' ? asked : (asked as { text?: unknown }).text
      if (typeof text !== 'string' || callback) return send(asked, given, callback)
      return measuredStatement(text, () => this.#bounded(send(asked, given) as Promise<unknown>))
    }
    const name = typeof config === 'string' && !unnamed.has(this.#pool) ? MARK.exec(config)?.[1] : undefined
    if (!name || callback) return query(config, values)
    const answer = query({ name, text: config, values }) as Promise<unknown>
    return answer.catch((error: { code?: string }) => {
      if (!OTHER_SESSION.includes(error.code ?? '')) throw error
      unnamed.add(this.#pool)
      return query(config, values)
    })
  }) as pg.Client['query']
}

// A session can outlive the program that named its statements, so the name depends on the text.
function buildName(name: string, text: string): string {
  return `${name}_${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
}

const known = new Map<string, () => RawBuilder<unknown>>()

/** Returns the builders of all prepared statements by name; the files in `queries/` are generated from them. */
export function listPreparedStatements(): ReadonlyMap<string, () => RawBuilder<unknown>> {
  return known
}

/**
 * Declares a statement that every connection plans once. Its text must not vary: `build` writes parameters as `$1`,
 * `$2`, never values. Returns a function that takes the values and returns the rows.
 */
export function preparedStatement<Row>(name: string, build: () => RawBuilder<Row>) {
  let text: string | undefined
  known.set(name, build)
  return async (db: Runner, values: readonly unknown[]): Promise<Row[]> => {
    if (text === undefined) {
      const { sql } = build().compile(db)
      text = `/* prepared: ${buildName(name, sql)} */ ${sql}`
    }
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
    return rows as Row[]
  }
}
