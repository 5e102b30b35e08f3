import type { PostAudience } from '@nollie/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'

/** Changes a locked post's audience. Counts include only posts for everyone. */
export async function updateAudience(
  tx: Tx,
  id: string,
  { audience, crew_id }: { audience: PostAudience; crew_id: string | null },
): Promise<void> {
  await tx
    .updateTable('posts')
    .set((eb) => ({
      audience,
      crew_id,
      is_counted: audience === 'everybody',
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** Returns everyone with a notification about a post, except its author. */
export async function selectNotifiedOf(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct n.user_id from notifications n join posts p on p.id = n.post_id
    where n.post_id = ${id} and n.user_id <> p.user_id and n.read_at is null
      and exists (select from withheld_posts(n.user_id) withheld where withheld.id = p.id offset 0)
    order by n.user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}
