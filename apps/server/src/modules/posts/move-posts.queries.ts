import { sql } from 'kysely'
import type { Moved, SpotMover } from '../../db/merge-movers.ts'

/**
 * Moves a merged spot's posts, including hidden ones, with their media, likes, and comments. The post that created the
 * merged spot becomes a media post. A spot has only one creating post, and deleting that post deletes the spot.
 */
export const postMover: SpotMover = {
  kind: 'post',
  take: async (tx, { from, into }) => {
    const { rows } = await sql<Moved>`
      update posts p set spot_id = ${into}, kind = case when p.kind = 'spot' then 'media' else p.kind end
      from posts old where old.id = p.id and p.spot_id = ${from}
      returning p.id as row_id, case when old.kind = 'spot' then '{"kind": "spot"}'::jsonb end as was`.execute(
      tx,
    )
    return rows
  },
  giveBack: async (tx, { from, into }, moved) => {
    const made = moved.filter(({ was }) => was?.kind === 'spot').map(({ row_id }) => row_id)
    // Posts that were hidden when the remaining spot was deleted are shown again, because their own spot isn't deleted.
    await sql`
      update posts p set spot_id = ${from},
        kind = case when p.id = any (${made}::uuid[]) then 'spot' else p.kind end,
        hidden_at = case when p.hidden_at = (select s.deleted_at from spots s where s.id = ${into}) then null
          else p.hidden_at end
      where p.spot_id = ${into} and p.id = any (${moved.map(({ row_id }) => row_id)}::uuid[])`.execute(tx)
  },
}
