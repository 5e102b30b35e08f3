import { sql } from 'kysely'
import { moverByOwner } from '../../db/merge-movers.ts'

/** Moves a spot's list entries. A list with both spots ends up with only the remaining one, once. */
export const listMover = moverByOwner('list', 'list_spots', {
  owner: 'list_id',
  person: sql<string>`(select l.user_id from lists l where l.id = held.list_id)`,
})
