import { type RawBuilder, sql } from 'kysely'

/** Formats a timestamp as the contract's Moment, for JSON that is built in SQL. Takes a column's name, or an expression. */
export function moment(at: string | RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${typeof at === 'string' ? sql.ref(at) : at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
