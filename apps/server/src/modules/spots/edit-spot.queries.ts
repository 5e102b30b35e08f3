import { AUDIENCES, isAudienceOf, type SpotChange } from '@nollie/contract'
import { type Selectable, sql, type Updateable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { mayKnow } from '../audiences/index.ts'
import { notBlocked, viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'
import { forgetPosition, WHEREABOUTS } from './positions.queries.ts'

const COLUMNS = [
  ...(['id', 'name', 'description', 'address', 'city', 'state', 'country', 'postal_code'] as const),
  ...(['latitude', 'longitude', 'difficulty_level', 'spot_types', 'cover_media_id', 'status'] as const),
  ...(['audience', 'crew_id', 'precision', 'exact_for', 'opens_at', 'opens_to'] as const),
  ...(['created_by', 'version', 'deleted_at', 'purged_at'] as const),
] as const

/** The columns of a spot that an edit needs. */
export type LockedSpot = Pick<Selectable<Tables['spots']>, (typeof COLUMNS)[number]>

/** Locks a spot that is not deleted until the end of the transaction. */
export const lockSpot = (tx: Tx, id: string): Promise<LockedSpot | undefined> =>
  lockAnySpot(tx, id).then((spot) => (spot?.deleted_at === null ? spot : undefined))

/** Locks a spot, also a deleted one, until the end of the transaction. */
export const lockAnySpot = (tx: Tx, id: string): Promise<LockedSpot | undefined> =>
  tx.selectFrom('spots').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()

/** The creator of a spot; undefined for unknown ones and, by default, deleted ones. */
export const findCreator = (
  db: Db,
  id: string,
  { deleted }: { deleted: boolean },
): Promise<{ created_by: string | null } | undefined> =>
  db
    .selectFrom('spots')
    .select('created_by')
    .where('id', '=', id)
    .$if(!deleted, (query) => query.where('deleted_at', 'is', null))
    .executeTakeFirst()

/** Updates the changed columns of a spot. */
export const updateSpot = async (tx: Tx, id: string, changes: Updateable<Tables['spots']>): Promise<void> => {
  await tx.updateTable('spots').set(changes).where('id', '=', id).execute()
}

/** Marks a spot as deleted; returns the time. */
export const markDeleted = async (tx: Tx, id: string, deleted_by: string): Promise<string> => {
  const row = await tx
    .updateTable('spots')
    .set({ deleted_at: sql<string>`now()`, deleted_by })
    .where('id', '=', id)
    .returning('deleted_at')
    .executeTakeFirstOrThrow()
  return row.deleted_at ?? ''
}

type NewEdit = Pick<Selectable<Tables['spot_edits']>, 'action' | 'version' | 'before'> & {
  spot_id: string
  /** Null for what checks changed, and imports. */
  user_id: string | null
  /** The source of an import. */
  source?: string
}

/** Inserts a row of the history. */
export const insertEdit = async (tx: Tx, { before, ...edit }: NewEdit): Promise<void> => {
  await tx
    .insertInto('spot_edits')
    .values({ id: uuid(), before: JSON.stringify(before), ...edit })
    .execute()
}

/** Forgets in the history where a spot was, once it is shown less precisely than it was then. */
export const forgetPlaces = async (tx: Tx, spot_id: string): Promise<void> => {
  await sql`
    update spot_edits set before = before - ${sql.val(WHEREABOUTS)}::text[]
    where spot_id = ${spot_id} and before ?| ${sql.val(WHEREABOUTS)}::text[]`.execute(tx)
}

/** The newest changes of a spot, without the names of people across a block and without texts that moderators hid. */
export const selectHistory = async (
  db: Db,
  viewer: string,
  spot_id: string,
  limit: number,
): Promise<SpotChange[]> => {
  const { rows } = await sql<SpotChange>`
    select e.id, e.action, who.user_id, e.source, e.version,
      case when exists (select from spot_hidden_texts away where away.spot_id = e.spot_id)
        then e.before - '{name,description}'::text[] else e.before end as before, ${moment('e.created_at')} as created_at,
      case when who.user_id is not null then ${personJson('who')} end as user
    from spot_edits e left join profiles who on who.user_id = e.user_id and ${notBlocked(viewerId(viewer), 'who.user_id')}
    where e.spot_id = ${spot_id} and ${mayKnow(viewerId(viewer), 'e.spot_id')}
    order by e.id desc limit ${limit}`.execute(db)
  return rows
}

/** A person's full name, or else the username. */
export const selectName = async (db: Db, user_id: string): Promise<string> => {
  const row = await db
    .selectFrom('profiles')
    .select((eb) => eb.fn.coalesce('full_name', 'username').as('name'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return row.name
}

/** The photo that replaces a lost cover: the cover before it, else the first photo of the spot. */
export const selectNextCover = async (
  tx: Tx,
  spot_id: string,
  without: readonly string[],
): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    select m.id from posts p join post_media pm on pm.post_id = p.id join media m on m.id = pm.media_id
    where p.spot_id = ${spot_id} and p.hidden_at is null and m.type = 'image' and m.status = 'ready'
      and m.id <> all (${without}::uuid[])
    order by p.kind = 'cover' desc, case when p.kind = 'cover' then p.created_at end desc, p.kind = 'spot' desc,
      p.created_at, p.id, pm.media_index
    limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** Whether somebody chose another cover after a photo of the spot was shared. */
export const wasCoverChosenAfter = async (tx: Tx, spot_id: string, media_id: string): Promise<boolean> => {
  const { rows } = await sql<{ chosen: boolean }>`
    select exists (
      select from posts later join spots s on s.id = later.spot_id
        join post_media item on item.post_id = later.id and item.media_id = s.cover_media_id
      where later.spot_id = ${spot_id} and later.kind = 'cover' and later.created_at > (
        select p.created_at from post_media pm join posts p on p.id = pm.post_id where pm.media_id = ${media_id})
    ) as chosen`.execute(tx)
  return rows[0]?.chosen ?? false
}

/** Locks a spot that was deleted at least `days` days ago and is not purged, until the end of the transaction. */
export const lockNextToPurge = (
  tx: Tx,
  days: number,
): Promise<{ id: string; source: string | null } | undefined> =>
  tx
    .selectFrom('spots')
    .select(['id', 'source'])
    .where('deleted_at', '<', sql<string>`now() - make_interval(days => ${days})`)
    .where('purged_at', 'is', null)
    .orderBy('deleted_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

// Of a spot `s`.
const isLonely = (user_id: string) => sql<boolean>`s.created_by = ${user_id} and s.purged_at is null
      and (s.audience = any (${AUDIENCES.filter((audience) => !isAudienceOf(audience, 'member'))}::text[])
        or not exists (select from posts p where p.spot_id = s.id and p.user_id <> ${user_id})
        and not exists (select from spot_edits e where e.spot_id = s.id and e.user_id <> ${user_id} and e.action = 'edit')
        and not exists (select from fact_suggestions f where f.spot_id = s.id and f.user_id <> ${user_id} and f.state = 'applied'))`

/**
 * Up to `limit` spots of a person, also deleted ones, that nobody else needs: nobody else posted or changed anything, or
 * without their creator nobody may know of them.
 */
export const selectLonelySpots = async (
  db: Db,
  user_id: string,
  limit: number,
): Promise<{ id: string; source: string | null }[]> => {
  const { rows } = await sql<{ id: string; source: string | null }>`
    select s.id, s.source from spots s
    where ${isLonely(user_id)}
    order by s.id limit ${limit}`.execute(db)
  return rows
}

/** Whether a spot, which the caller has locked, is still one of {@link selectLonelySpots}. */
export const isStillLonely = async (tx: Tx, user_id: string, id: string): Promise<boolean> => {
  const { rows } = await sql`select from spots s where s.id = ${id} and ${isLonely(user_id)}`.execute(tx)
  return rows.length > 0
}

/** Clears up to `limit` descriptions that a person wrote, also hidden ones; returns how many. */
export const clearDescriptions = async (db: Db, user_id: string, limit: number): Promise<number> => {
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

/** Reduces a deleted spot to a tombstone, so that no import adds it again. */
export const leaveTombstone = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('spot_edits').where('spot_id', '=', id).execute()
  await forgetPosition(tx, id)
  await tx
    .updateTable('spots')
    .set({
      purged_at: sql<string>`now()`,
      ...{ description: null, address: null, cover_media_id: null, created_by: null, deleted_by: null },
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes a spot that needs no tombstone. */
export const deleteSpot = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('spots').where('id', '=', id).execute()
}
