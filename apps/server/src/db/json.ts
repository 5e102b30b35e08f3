import { type RawBuilder, sql } from 'kysely'

/** Formats a timestamp column as the contract's Moment, for JSON that is built in SQL. */
export const moment = (column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
