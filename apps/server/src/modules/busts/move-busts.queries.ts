import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { Moved, Sides, SpotMover } from '../../db/merge-movers.ts'

// The table's trigger queues only a report's new spot, not the previous one.
async function queueBoth(tx: Tx, { from, into }: Sides): Promise<void> {
  await tx
    .insertInto('bust_changes')
    .values([{ spot_id: from }, { spot_id: into }])
    .execute()
}

/** Moves reports about how sessions ended, one per person and day. */
export const bustMover: SpotMover = {
  kind: 'bust',
  take: async (tx, { from, into }) => {
    const { rows } = await sql<Moved>`
      update bust_reports r set spot_id = ${into}
      where r.spot_id = ${from} and not exists (
        select from bust_reports same where same.user_id = r.user_id and same.day = r.day and same.spot_id = ${into})
      returning r.user_id as row_id, r.user_id, jsonb_build_object('day', r.day) as was`.execute(tx)
    if (rows.length > 0) await queueBoth(tx, { from, into })
    return rows
  },
  giveBack: async (tx, { from, into }, moved) => {
    const days = moved.map(({ was }) => String(was?.day))
    await sql`
      update bust_reports r set spot_id = ${from}
      from unnest(${moved.map(({ row_id }) => row_id)}::uuid[], ${days}::date[]) moved (user_id, day)
      where r.spot_id = ${into} and r.user_id = moved.user_id and r.day = moved.day and not exists (
        select from bust_reports same where same.user_id = r.user_id and same.day = r.day and same.spot_id = ${from})`.execute(
      tx,
    )
    await queueBoth(tx, { from, into })
  },
}
