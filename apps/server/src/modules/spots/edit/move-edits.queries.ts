import { sql } from 'kysely'
import type { Moved, SpotMover } from '../../../db/merge-movers.ts'

/**
 * Moves a merged spot's edit history. Edits that mark the spot `gone` or `open` stay behind. They are decisions by its
 * creator and admins about that spot, and must not affect the remaining one.
 */
export const editMover: SpotMover = {
  kind: 'edit',
  take: async (tx, { from, into }) => {
    const { rows } = await sql<Moved>`
      update spot_edits e set spot_id = ${into}, before = jsonb_build_object('of', s.name) || e.before
      from spots s where s.id = ${from} and e.spot_id = s.id and e.action <> 'status'
      returning e.id as row_id`.execute(tx)
    return rows
  },
  giveBack: async (tx, { from, into }, moved) => {
    await sql`
      update spot_edits e set spot_id = ${from}, before = e.before - 'of'
      where e.spot_id = ${into} and e.id = any (${moved.map(({ row_id }) => row_id)}::uuid[])`.execute(tx)
  },
}
