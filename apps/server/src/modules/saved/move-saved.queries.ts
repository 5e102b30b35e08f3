import { sql } from 'kysely'
import type { Moved, SpotMover } from '../../db/spot-moves.ts'

/** Who saved a spot: whoever saved both has the remaining one saved once. */
export const savedMover: SpotMover = {
  kind: 'saved',
  take: async (tx, { from, into }) => {
    const { rows } = await sql<Moved>`
      update saved_spots s set spot_id = ${into}
      where s.spot_id = ${from}
        and not exists (select from saved_spots same where same.user_id = s.user_id and same.spot_id = ${into})
      returning s.user_id as row_id, s.user_id`.execute(tx)
    return rows
  },
  giveBack: async (tx, { from, into }, moved) => {
    await sql`
      update saved_spots s set spot_id = ${from}
      where s.spot_id = ${into} and s.user_id = any (${moved.map(({ row_id }) => row_id)}::uuid[])
        and not exists (select from saved_spots same where same.user_id = s.user_id and same.spot_id = ${from})`.execute(
      tx,
    )
  },
}
