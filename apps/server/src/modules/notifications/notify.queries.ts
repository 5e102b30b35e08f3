import type { NotificationType } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { Db, Tx } from '../../db/open.ts'
import { notBlocked } from '../blocks/index.ts'

/** Something to notify people of. Likes of posts are written by nollie_rollup_counters alone (likes.sql). */
export type News = {
  type: NotificationType
  /** Who did it; null when the house itself speaks. */
  from_user_id: string | null
  /** Whom it is for; whoever did it is left out. */
  user_ids: readonly string[]
  /** What it is about: one line a day per target. */
  target_id: string
  post_id?: string
  media_index?: number
  comment_id?: string
  spot_id?: string
  case_id?: string
  discussion_id?: string
  thread_id?: string
  /** Something new was said: the line of today comes back unread, with this as its newest. Else it stays as it is. */
  again?: boolean
}

// Whose the target is may be across a block from who is notified, though whoever did something to it is not.
const ownerThere = (table: 'posts' | 'discussions', id: RawBuilder<unknown>) => sql`not exists (
  select from ${sql.table(table)} t
  where t.id = ${id} and not ${notBlocked(sql.ref('who.user_id'), 't.user_id')})`

// Whether somebody, joined as `who`, may and wants to be notified of this.
const wantsIt = (news: Record<'type' | 'from' | 'post_id' | 'discussion_id', RawBuilder<unknown>>) => sql`
  exists (select from users u where u.id = who.user_id)
  and not exists (select from notification_mutes m where m.user_id = who.user_id and m.type = ${news.type})
  and not exists (select from blocks b
    where (b.blocker_id, b.blocked_id) in ((who.user_id, ${news.from}), (${news.from}, who.user_id)))
  and ${ownerThere('posts', news.post_id)} and ${ownerThere('discussions', news.discussion_id)}`

// The line of today comes back unread with the newest text.
const COMES_BACK = sql`on constraint notifications_once_a_day do update
  set comment_id = excluded.comment_id, created_at = excluded.created_at, read_at = null`

/**
 * The CTE `notified (id, user_id, type)` of a statement that writes a comment: notifies of it once each of the people in
 * `candidates`, a CTE with `place`, `type`, `user_id` and `target`, by the first of their types that they want to hear of.
 * `comment` is a CTE with the one comment, or none.
 */
export const notifyOfCommentInSql = (comment: string, candidates: string): RawBuilder<unknown> => sql`
  notified as (
    insert into notifications
      (id, user_id, type, from_user_id, target_id, media_index, post_id, comment_id, discussion_id)
    select distinct on (who.user_id) gen_random_uuid(), who.user_id, who.type, c.user_id, who.target,
      coalesce(c.media_index, 0), c.post_id, c.id, c.discussion_id
    from ${sql.table(comment)} c cross join ${sql.table(candidates)} who
    where who.user_id <> c.user_id and ${wantsIt({
      type: sql`who.type`,
      from: sql`c.user_id`,
      post_id: sql`c.post_id`,
      discussion_id: sql`c.discussion_id`,
    })}
    order by who.user_id, who.place
    on conflict ${COMES_BACK}
    returning id, user_id, type
  )`

/** Writes news to everybody who may and wants to hear it; gives the rows that are new, or came back, and whose they are. */
export const insertNews = async (
  tx: Tx,
  { user_ids, again, ...news }: News,
): Promise<{ id: string; user_id: string }[]> => {
  // One after another in the same order: two that tell the same people never wait for each other crosswise.
  const people = [...new Set(user_ids)].filter((id) => id !== news.from_user_id).toSorted()
  if (people.length === 0) return []
  const known = again ? COMES_BACK : sql`do nothing`
  const from = sql`${news.from_user_id}::uuid`
  const { rows } = await sql<{ id: string; user_id: string }>`
    insert into notifications
      (id, user_id, type, from_user_id, target_id, media_index, post_id, comment_id, spot_id, case_id, discussion_id,
        thread_id)
    select who.id, who.user_id, ${news.type}, ${from}, ${news.target_id}::uuid, ${news.media_index ?? 0}::int,
      ${news.post_id ?? null}::uuid, ${news.comment_id ?? null}::uuid, ${news.spot_id ?? null}::uuid,
      ${news.case_id ?? null}::uuid, ${news.discussion_id ?? null}::uuid,
      ${news.thread_id ?? null}::uuid
    from unnest(${people.map(() => uuid())}::uuid[], ${people}::uuid[]) who (id, user_id)
    where ${wantsIt({
      type: sql`${news.type}`,
      from,
      post_id: sql`${news.post_id ?? null}::uuid`,
      discussion_id: sql`${news.discussion_id ?? null}::uuid`,
    })}
    order by who.user_id
    on conflict ${known}
    returning id, user_id`.execute(tx)
  return rows
}

/** How many people somebody notified of a target. */
export const countTold = async (
  tx: Tx,
  { type, from_user_id, target_id }: Pick<News, 'type' | 'target_id'> & { from_user_id: string },
): Promise<number> => {
  const { count } = await tx
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('type', '=', type)
    .where('from_user_id', '=', from_user_id)
    .where('target_id', '=', target_id)
    .executeTakeFirstOrThrow()
  return count
}

/** Takes back that a spot was removed. */
export const deleteRemovalNews = async (tx: Tx, spot_id: string): Promise<void> => {
  await tx
    .deleteFrom('notifications')
    .where('spot_id', '=', spot_id)
    .where('type', '=', 'spot_removed')
    .execute()
}

/** Deletes notifications older than this. */
export const deleteOldNotifications = (db: Db, days: number): Promise<void> =>
  deleteInBatches(db, 'notifications', sql`created_at < now() - make_interval(days => ${days})`)

/** The types a person has switched off. */
export const selectMutes = async (db: Db, user_id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('notification_mutes')
    .select('type')
    .where('user_id', '=', user_id)
    .execute()
  return rows.map(({ type }) => type)
}

/** Switches types off and on. */
export const writeMutes = async (
  tx: Tx,
  user_id: string,
  { off, on }: { off: readonly NotificationType[]; on: readonly NotificationType[] },
): Promise<void> => {
  if (on.length > 0)
    await tx.deleteFrom('notification_mutes').where('user_id', '=', user_id).where('type', 'in', on).execute()
  if (off.length > 0)
    await tx
      .insertInto('notification_mutes')
      .values(off.map((type) => ({ user_id, type })))
      .onConflict((clash) => clash.doNothing())
      .execute()
}
