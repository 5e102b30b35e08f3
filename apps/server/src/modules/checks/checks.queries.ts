import type { Check } from '@nollie/contract'
import { sql } from 'kysely'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { Checks } from '../../db/tables/checks.ts'
import { viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'

/** Number of status reports per page. */
export const CHECKS_PAGE = 20
/** A report replaces other reports that its author made about the spot in the 24 hours before it. */
const REPLACED_HOURS = 24

type NewRow = Omit<Checks, 'seen_at' | 'created_at'> & {
  /** Defaults to now. */
  seen_at: string | undefined
}

/** How many days in the past an offline device can date a report. */
const OLDEST_DAYS = 30

/** Inserts a report, replacing its author's recent reports about the spot. */
export async function insertCheck(tx: Tx, { seen_at, ...row }: NewRow): Promise<void> {
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
 * Returns the public position of the last other spot that a person reported on from nearby, and how long ago that was;
 * undefined if it was over a day ago. Ignores spots that show only their town.
 */
export async function findLastPlace(
  tx: Tx,
  user_id: string,
  spot_id: string,
): Promise<{ latitude: number; longitude: number; seconds: number } | undefined> {
  const { rows } = await sql<{ latitude: number; longitude: number; seconds: number }>`
    select s.latitude, s.longitude, extract(epoch from now() - c.seen_at)::float8 as seconds
    from checks c join spots s on s.id = c.spot_id
    where c.user_id = ${user_id} and c.spot_id <> ${spot_id} and c.proof = 'position' and s.precision <> 'town'
      and c.seen_at > now() - interval '1 day'
    order by c.seen_at desc limit 1`.execute(tx)
  return rows[0]
}

/** Returns when a person's file was uploaded; undefined for another person's file. */
export async function findUploadTime(
  tx: Tx,
  user_id: string,
  media_id: string,
): Promise<{ type: 'image' | 'video'; created_at: string } | undefined> {
  return tx
    .selectFrom('media')
    .select(['type', 'created_at'])
    .where('id', '=', media_id)
    .where('owner_id', '=', user_id)
    .executeTakeFirst()
}

/** A cursor in a list of reports. */
export type CheckCursor = { seen_at: string; id: string }

/** Returns a spot's reports that a viewer can see, newest first, after a cursor: up to {@link CHECKS_PAGE} + 1. */
export async function selectChecks(
  db: Db,
  viewer: string,
  spot_id: string,
  after: CheckCursor | null,
): Promise<Check[]> {
  const me = viewerId(viewer)
  const older = after
    ? sql`and (c.seen_at, c.id) < (${after.seen_at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<Check>`
    select c.id, c.answer, c.until::text as until, c.distance, p.id as post_id, ${personJson('who')} as user,
      ${moment('c.seen_at')} as seen_at
    from checks c join visible_people(${me}) who on who.user_id = c.user_id
      left join visible_posts(${me}) p on p.id = c.post_id
    where c.spot_id = ${spot_id} ${older}
    order by c.seen_at desc, c.id desc limit ${CHECKS_PAGE + 1}`.execute(db)
  return rows
}

/** Returns a report's spot and author; undefined if the report doesn't exist. */
export function findCheck(db: Db, id: string): Promise<{ spot_id: string; user_id: string } | undefined> {
  return db.selectFrom('checks').select(['spot_id', 'user_id']).where('id', '=', id).executeTakeFirst()
}

/** Deletes a report. Returns false if it didn't exist. */
export async function deleteCheck(tx: Tx, id: string): Promise<boolean> {
  return (await tx.deleteFrom('checks').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined
}

/** Deletes all of a person's reports and returns how many. A trigger queues the affected spots. */
export async function deleteChecksOf(tx: Tx, user_id: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('checks').where('user_id', '=', user_id).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes reports about purged spots. */
export function deleteOfTombstones(db: Db): Promise<void> {
  return deleteInBatches(db, 'checks', sql`spot_id in (select id from spots where purged_at is not null)`)
}
