import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { type ListedPerson, type PeopleRange, viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'

/** Mutes a person; a no-op if they're already muted. */
export async function insertMute(tx: Tx, muter_id: string, muted_id: string): Promise<void> {
  await tx
    .insertInto('mutes')
    .values({ muter_id, muted_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Unmutes a person; a no-op if they aren't muted. */
export async function deleteMute(db: Db, muter_id: string, muted_id: string): Promise<void> {
  await db.deleteFrom('mutes').where('muter_id', '=', muter_id).where('muted_id', '=', muted_id).execute()
}

/** Returns how many people a person mutes. */
export async function countMutes(db: Db, muter_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('mutes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('muter_id', '=', muter_id)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the people muted by a person, newest first. Doesn't name those the person can't see. */
export async function selectMutes(
  db: Db,
  muter_id: string,
  { after, limit }: PeopleRange,
): Promise<ListedPerson[]> {
  const earlier = after
    ? sql`and (m.created_at, m.muted_id) < (${after.created_at}::timestamptz, ${after.user_id}::uuid)`
    : sql``
  const { rows } = await sql<ListedPerson>`
    select m.muted_id as user_id, case when who.user_id is not null then ${personJson('who')} end as user,
      ${moment('m.created_at')} as created_at
    from mutes m left join visible_people(${viewerId(muter_id)}) who on who.user_id = m.muted_id
    where m.muter_id = ${muter_id} ${earlier}
    order by m.created_at desc, m.muted_id desc limit ${limit}`.execute(db)
  return rows
}
