import { AUDIENCES, isAudienceOf } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'

// Whether no one else needs the spot `s`.
function isLonely(user_id: string) {
  return sql<boolean>`s.created_by = ${user_id} and s.purged_at is null
      and (s.audience = any (${AUDIENCES.filter((audience) => !isAudienceOf(audience, 'member'))}::text[])
        or not exists (select from posts p where p.spot_id = s.id and p.user_id <> ${user_id})
        and not exists (select from spot_edits e where e.spot_id = s.id and e.user_id <> ${user_id} and e.action = 'edit')
        and not exists (select from fact_suggestions f where f.spot_id = s.id and f.user_id <> ${user_id} and f.state = 'applied'))`
}

/**
 * Returns up to `limit` of a person's spots that no one else needs, including deleted ones: no one else posted or
 * changed anything there, or no one else could see them.
 */
export async function selectLonelySpots(
  db: Db,
  user_id: string,
  limit: number,
): Promise<{ id: string; source: string | null }[]> {
  const { rows } = await sql<{ id: string; source: string | null }>`
    select s.id, s.source from spots s
    where ${isLonely(user_id)}
    order by s.id limit ${limit}`.execute(db)
  return rows
}

/** Whether {@link selectLonelySpots} would still return a spot that the caller has locked. */
export async function isStillLonely(tx: Tx, user_id: string, id: string): Promise<boolean> {
  const { rows } = await sql`select from spots s where s.id = ${id} and ${isLonely(user_id)}`.execute(tx)
  return rows.length > 0
}

/** Clears up to `limit` descriptions that a person wrote, including hidden ones. Returns how many. */
export async function clearDescriptions(db: Db, user_id: string, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with shown as (
      update spots set description = null, description_by = null, version = version + 1 where id in (
        select id from spots where description_by = ${user_id} limit ${limit}) returning 1
    ), hidden as (
      update spot_hidden_texts set description = null, description_by = null where spot_id in (
        select spot_id from spot_hidden_texts where description_by = ${user_id} limit ${limit}) returning 1
    )
    select (select count(*) from shown) + (select count(*) from hidden) as count`.execute(db)
  return rows[0]?.count ?? 0
}
