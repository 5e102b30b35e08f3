import type { Person } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'

/** SQL for the contract's Person as JSON; `table` is the name or alias of a joined `profiles`. */
export const personJson = (table: string): RawBuilder<Person> => {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  return sql<Person>`json_build_object('user_id', ${of('user_id')}, 'username', ${of('username')},
    'full_name', ${of('full_name')}, 'avatar_url', ${of('avatar_url')})`
}
