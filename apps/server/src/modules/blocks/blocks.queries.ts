import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { personJson } from '../profiles/index.ts'
import type { ListedPerson, PeopleRange } from './people-page.ts'
import { viewerId } from './visibility.queries.ts'

/** Blocks a person. The database ends follows between the two people. Returns false if the block already existed. */
export async function insertBlock(tx: Tx, blocker_id: string, blocked_id: string): Promise<boolean> {
  const inserted = await tx
    .insertInto('blocks')
    .values({ blocker_id, blocked_id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('blocker_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Removes a block; returns whether it existed. */
export async function deleteBlock(tx: Tx, blocker_id: string, blocked_id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('blocks')
    .where('blocker_id', '=', blocker_id)
    .where('blocked_id', '=', blocked_id)
    .returning('blocker_id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Returns how many people a person blocks. */
export async function countBlocks(db: Db, blocker_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('blocks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('blocker_id', '=', blocker_id)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether a person has a profile. */
export async function personExists(db: Db, user_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .select('user_id')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns the people blocked by a person, newest first. Omits photos, because a block also hides those, and doesn't name
 * people that `unblocking_people` doesn't return.
 */
export async function selectBlocks(
  db: Db,
  blocker_id: string,
  { after, limit }: PeopleRange,
): Promise<ListedPerson[]> {
  const earlier = after
    ? sql`and (b.created_at, b.blocked_id) < (${after.created_at}::timestamptz, ${after.user_id}::uuid)`
    : sql``
  const { rows } = await sql<ListedPerson>`
    select b.blocked_id as user_id,
      case when who.user_id is not null then ${personJson('who')}::jsonb || '{"avatar_url": null}' end as user,
      ${moment('b.created_at')} as created_at
    from blocks b left join unblocking_people(${viewerId(blocker_id)}) who on who.user_id = b.blocked_id
    where b.blocker_id = ${blocker_id} ${earlier}
    order by b.created_at desc, b.blocked_id desc limit ${limit}`.execute(db)
  return rows
}
