import { sql } from 'kysely'

/** The viewer's id in a prepared statement. */
export const VIEWER = sql`$1::uuid`
