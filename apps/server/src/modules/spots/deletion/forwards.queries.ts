import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'
import type { Sides } from '../../../db/merge-movers.ts'
import { isForEverybody } from '../../audiences/index.ts'
import { viewerId } from '../../blocks/index.ts'

/** Returns the spot a merged spot redirects to. Undefined if the viewer (null for a visitor) can't see that spot. */
export async function findForward(
  db: Db,
  viewer: string | null,
  from_id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ to_id: string }>`
    select f.to_id from spot_forwards f join visible_spots(${viewerId(viewer)}) s on s.id = f.to_id
    where f.from_id = ${from_id}`.execute(db)
  return rows[0]?.to_id
}

/** Like {@link findForward}, but for pages and previews, which are the same for everyone. */
export async function findPublicForward(db: Db, from_id: string): Promise<string | undefined> {
  const { rows } = await sql<{ to_id: string }>`
    select f.to_id from spot_forwards f join spots s on s.id = f.to_id
    where f.from_id = ${from_id} and s.deleted_at is null and ${isForEverybody('s')}`.execute(db)
  return rows[0]?.to_id
}

/** Whether a spot was merged into another, even if the other one is deleted. */
export async function isMerged(db: Db, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('spot_forwards').select('from_id').where('from_id', '=', id).executeTakeFirst()) !==
    undefined
  )
}

/** Redirects a spot to another, along with all spots that redirected to it. Returns those spots' ids. */
export async function insertForward(tx: Tx, { from, into }: Sides): Promise<string[]> {
  const { rows } = await sql<{ from_id: string }>`
    update spot_forwards f set to_id = ${into} where f.to_id = ${from} returning f.from_id`.execute(tx)
  await tx.insertInto('spot_forwards').values({ from_id: from, to_id: into }).execute()
  return rows.map(({ from_id }) => from_id)
}

/** Undoes a spot's redirect. Spots that redirected to it before the merge (`earlier`) do so again. */
export async function deleteForward(
  tx: Tx,
  { from, into }: Sides,
  earlier: readonly string[],
): Promise<void> {
  await tx.deleteFrom('spot_forwards').where('from_id', '=', from).execute()
  await sql`
    update spot_forwards f set to_id = ${from} where f.to_id = ${into} and f.from_id = any (${earlier}::uuid[])`.execute(
    tx,
  )
}

/** Copies values from the merged spot that the remaining spot lacks. Returns them by column. */
export async function takeMissing(tx: Tx, { from, into }: Sides): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ taken: Record<string, unknown> }>`
    with missing as (
      select jsonb_strip_nulls(jsonb_build_object(
        'description', case when i.description is null then f.description end,
        'difficulty_level', case when i.difficulty_level is null then f.difficulty_level end,
        'cover_media_id', case when i.cover_media_id is null then f.cover_media_id end)) as taken
      from spots i, spots f where i.id = ${into} and f.id = ${from}
    ), written as (
      update spots i set description = coalesce(i.description, f.description),
        description_by = case when i.description is null then f.description_by else i.description_by end,
        difficulty_level = coalesce(i.difficulty_level, f.difficulty_level),
        cover_media_id = coalesce(i.cover_media_id, f.cover_media_id), version = i.version + 1
      from spots f where i.id = ${into} and f.id = ${from}
    )
    select taken from missing`.execute(tx)
  return rows[0]?.taken ?? {}
}

/** Clears the values that {@link takeMissing} copied to the remaining spot, unless they have changed since. */
export async function dropTaken(tx: Tx, into: string, taken: Record<string, unknown>): Promise<void> {
  await sql`
    update spots i set
      description = case when i.description = ${taken.description ?? null}::text then null else i.description end,
      description_by = case when i.description = ${taken.description ?? null}::text then null else i.description_by end,
      difficulty_level = case when i.difficulty_level = ${taken.difficulty_level ?? null}::text then null
        else i.difficulty_level end,
      version = i.version + 1
    where i.id = ${into}`.execute(tx)
}

/** Replaces a spot's cover if the photo now belongs to another spot. Clears the cover if the spot has no photo. */
export async function repairCover(tx: Tx, id: string): Promise<void> {
  await sql`
    update spots s set cover_media_id = (
      select m.id from posts p join post_media pm on pm.post_id = p.id join media m on m.id = pm.media_id
      where p.spot_id = s.id and p.hidden_at is null and m.type = 'image' and m.status = 'ready'
      order by p.kind = 'cover' desc, case when p.kind = 'cover' then p.created_at end desc, p.kind = 'spot' desc,
        p.created_at, p.id, pm.media_index
      limit 1)
    where s.id = ${id} and not exists (
      select from post_media pm join posts p on p.id = pm.post_id
      where pm.media_id = s.cover_media_id and p.spot_id = s.id and p.hidden_at is null)`.execute(tx)
}
