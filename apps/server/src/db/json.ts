import { type RawBuilder, sql } from 'kysely'

/** Formats a timestamp column as the contract's Moment, for JSON that is built in SQL. */
export function moment(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
