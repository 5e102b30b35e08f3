import { sql } from 'kysely'
import { moverByOwner } from '../../db/merge-movers.ts'

/** Who saved a spot: whoever saved both has the remaining one saved once. */
export const savedMover = moverByOwner('saved', 'saved_spots', {
  owner: 'user_id',
  person: sql<string>`held.user_id`,
})
