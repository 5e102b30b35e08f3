import { sql } from 'kysely'
import { moverByOwner } from '../../db/merge-movers.ts'

/** Moves saved spots in a merge. A person who saved both spots ends up with the remaining one, saved once. */
export const savedMover = moverByOwner('saved', 'saved_spots', {
  owner: 'user_id',
  person: sql<string>`held.user_id`,
})
