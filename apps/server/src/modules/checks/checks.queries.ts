import type { Check } from '@nollie/contract'
import { sql } from 'kysely'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { Checks } from '../../db/tables-checks.ts'
import { notBlocked, viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'

/** Status reports per page. */
export const CHECKS_PAGE = 20
/** A report replaces its author's reports about the spot from this many hours before. */
const REPLACED_HOURS = 24

type NewRow = Omit<Checks, 'seen_at' | 'created_at'> & {
  /** Now, by default. */
  seen_at: string | undefined
}

/** How far back an offline device can date a report. */
const OLDEST_DAYS = 30

/** Inserts a report, replacing its author's recent ones about the spot. */
export const insertCheck = async (tx: Tx, { seen_at, ...row }: NewRow): Promise<void> => {
  const at = sql<string>`greatest(least(coalesce(${seen_at ?? null}::timestamptz, now()), now()),
    now() - make_interval(days => ${OLDEST_DAYS}))`
  await sql`
    delete from ${sql.table('checks')} where spot_id = ${row.spot_id} and user_id = ${row.user_id}
      and seen_at between ${at} - make_interval(hours => ${REPLACED_HOURS}) and ${at}`.execute(tx)
  await tx
    .insertInto('checks')
    .values({ ...row, seen_at: at })
    .execute()
}

/**
 * Where and when a person was last, by the shown position of the spot they reported on from nearby; undefined without
 * one, and for a spot that is only shown by its town.
 */
export const findLastPlace = async (
  tx: Tx,
  user_id: string,
  spot_id: string,
): Promise<{ latitude: number; longitude: number; seconds: number } | undefined> => {
  const { rows } = await sql<{ latitude: number; longitude: number; seconds: number }>`
    select s.latitude, s.longitude, extract(epoch from now() - c.seen_at)::float8 as seconds
    from checks c join spots s on s.id = c.spot_id
    where c.user_id = ${user_id} and c.spot_id <> ${spot_id} and c.proof = 'position' and s.precision <> 'town'
      and c.seen_at > now() - interval '1 day'
    order by c.seen_at desc limit 1`.execute(tx)
  return rows[0]
}

/** When the owner's file was uploaded; undefined for another person's. */
export const findUploadTime = async (
  tx: Tx,
  user_id: string,
  media_id: string,
): Promise<{ type: 'image' | 'video'; created_at: string } | undefined> =>
  tx
    .selectFrom('media')
    .select(['type', 'created_at'])
    .where('id', '=', media_id)
    .where('owner_id', '=', user_id)
    .executeTakeFirst()

/** Where a list of reports continues. */
export type CheckCursor = { seen_at: string; id: string }

/** A spot's reports that are visible to a viewer, newest first, after a cursor, one more than {@link CHECKS_PAGE}. */
export const selectChecks = async (
  db: Db,
  viewer: string,
  spot_id: string,
  after: CheckCursor | null,
): Promise<Check[]> => {
  const me = viewerId(viewer)
  const older = after
    ? sql`and (c.seen_at, c.id) < (${after.seen_at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<Check>`
    select c.id, c.answer, c.until::text as until, c.distance, p.id as post_id, ${personJson('who')} as user,
      ${moment('c.seen_at')} as seen_at
    from checks c join profiles who on who.user_id = c.user_id and ${notBlocked(me, 'who.user_id')}
      left join posts p on p.id = c.post_id and p.hidden_at is null
    where c.spot_id = ${spot_id} ${older}
    order by c.seen_at desc, c.id desc limit ${CHECKS_PAGE + 1}`.execute(db)
  return rows
}

/** The spot and author of a report; undefined if there is none. */
export const findCheck = (db: Db, id: string): Promise<{ spot_id: string; user_id: string } | undefined> =>
  db.selectFrom('checks').select(['spot_id', 'user_id']).where('id', '=', id).executeTakeFirst()

/** Deletes a report; false if it is already deleted. */
export const deleteCheck = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.deleteFrom('checks').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

/** Deletes all reports by a person, and returns how many; their spots are queued by a trigger. */
export const deleteChecksOf = async (tx: Tx, user_id: string): Promise<number> => {
  const { numDeletedRows } = await tx.deleteFrom('checks').where('user_id', '=', user_id).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the reports about purged spots. */
export const deleteOfTombstones = (db: Db): Promise<void> =>
  deleteInBatches(db, 'checks', sql`spot_id in (select id from spots where purged_at is not null)`)
