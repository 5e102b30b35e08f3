import { sql } from 'kysely'
import type { Moved, SpotMover } from '../../db/spot-moves.ts'

/** The lists that a spot is in: a list that has both has the remaining one once. */
export const listMover: SpotMover = {
  kind: 'list',
  take: async (tx, { from, into }) => {
    const { rows } = await sql<Moved>`
      update list_spots ls set spot_id = ${into} from lists l
      where l.id = ls.list_id and ls.spot_id = ${from}
        and not exists (select from list_spots same where same.list_id = ls.list_id and same.spot_id = ${into})
      returning ls.list_id as row_id, l.user_id`.execute(tx)
    return rows
  },
  giveBack: async (tx, { from, into }, moved) => {
    await sql`
      update list_spots ls set spot_id = ${from}
      where ls.spot_id = ${into} and ls.list_id = any (${moved.map(({ row_id }) => row_id)}::uuid[])
        and not exists (select from list_spots same where same.list_id = ls.list_id and same.spot_id = ${from})`.execute(
      tx,
    )
  },
}
