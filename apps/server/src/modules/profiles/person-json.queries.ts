import type { Person } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'

/** SQL for the contract's Person as JSON; `table` is the name or alias of a joined `profiles`. */
export function personJson(table: string): RawBuilder<Person> {
  return sql<Person>`person_json(${sql.ref(table)})`
}
