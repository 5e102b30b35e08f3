import { createHash } from 'node:crypto'
import { CompiledQuery, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import pg from 'pg'

const MARK = /^\/\* prepared: (\w+) \*\//

// The database or a transaction of it.
type Runner = QueryExecutorProvider & {
  executeQuery: (query: CompiledQuery) => Promise<{ rows: unknown[] }>
}

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown

/** The statement is not known, or known already, on the session behind a pool in transaction mode. */
const OTHER_SESSION = ['26000', '42P05']

let named = true

/**
 * A connection on which a text that begins with the mark of {@link preparedStatement} is planned once, under its name.
 * Behind a pool that hands sessions from client to client, the first refusal of a name ends that for this process: the
 * statement is sent again without a name, as all later ones are. Inside a transaction, which is over then, it fails.
 */
export class PreparingClient extends pg.Client {
  // Kysely hands on text and values only; the name travels in the text.
  override query = ((config: unknown, values: unknown, callback: unknown) => {
    const query = super.query.bind(this) as Query
    const name = typeof config === 'string' && named ? MARK.exec(config)?.[1] : undefined
    if (!name || callback) return query(config, values, callback)
    const answer = query({ name, text: config, values }) as Promise<unknown>
    return answer.catch((error: { code?: string }) => {
      if (!OTHER_SESSION.includes(error.code ?? '')) throw error
      named = false
      return query(config, values)
    })
  }) as pg.Client['query']
}

// A session may outlive the program that named its statements: another text has another name.
const nameOf = (name: string, text: string): string =>
  `${name}_${createHash('sha256').update(text).digest('hex').slice(0, 8)}`

const known = new Map<string, () => RawBuilder<unknown>>()

/** Every prepared statement that was named so far in this process, by its name; the files in `queries/` are written by it. */
export const preparedStatements = (): ReadonlyMap<string, () => RawBuilder<unknown>> => known

/**
 * A statement that every connection plans once. Its text is the same at every call: `build` writes parameters as `$1`,
 * `$2` and no values of its own. Gives a function from the values to the rows.
 */
export const preparedStatement = <Row>(name: string, build: () => RawBuilder<Row>) => {
  let text: string | undefined
  known.set(name, build)
  return async (db: Runner, values: readonly unknown[]): Promise<Row[]> => {
    if (text === undefined) {
      const { sql } = build().compile(db)
      text = `/* prepared: ${nameOf(name, sql)} */ ${sql}`
    }
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
    return rows as Row[]
  }
}
