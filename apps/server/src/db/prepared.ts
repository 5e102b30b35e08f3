import { CompiledQuery, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import pg from 'pg'

const MARK = /^\/\* prepared: (\w+) \*\//

// The database or a transaction of it.
type Runner = QueryExecutorProvider & {
  executeQuery: (query: CompiledQuery) => Promise<{ rows: unknown[] }>
}

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown

/** A connection on which a text that begins with the mark of {@link preparedStatement} is planned once, under its name. */
export class PreparingClient extends pg.Client {
  // Kysely hands on text and values only; the name travels in the text.
  override query = ((config: unknown, values: unknown, callback: unknown) => {
    const query = super.query.bind(this) as Query
    const name = typeof config === 'string' ? MARK.exec(config)?.[1] : undefined
    return name ? query({ name, text: config, values }, callback) : query(config, values, callback)
  }) as pg.Client['query']
}

/**
 * A statement that every connection plans once. Its text is the same at every call: `build` writes parameters as `$1`,
 * `$2` and no values of its own. Gives a function from the values to the rows.
 */
export const preparedStatement = <Row>(name: string, build: () => RawBuilder<Row>) => {
  let text: string | undefined
  return async (db: Runner, values: readonly unknown[]): Promise<Row[]> => {
    text ??= `/* prepared: ${name} */ ${build().compile(db).sql}`
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
    return rows as Row[]
  }
}
