import { sql } from 'kysely'
import { moverByOwner } from '../../db/merge-movers.ts'

/** Moves a spot's list entries. A list that contains both spots contains the remaining one once afterwards. */
export const listMover = moverByOwner('list', 'list_spots', {
  owner: 'list_id',
  person: sql<string>`(select l.user_id from lists l where l.id = held.list_id)`,
})
