import { sql } from 'kysely'
import { moverByOwner } from '../../db/merge-movers.ts'

/** The lists that a spot is in: a list with both ends up with the remaining one once. */
export const listMover = moverByOwner('list', 'list_spots', {
  owner: 'list_id',
  person: sql<string>`(select l.user_id from lists l where l.id = held.list_id)`,
})
