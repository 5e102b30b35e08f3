import type { NotificationType } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../db/open.ts'
import { RENEW_LINE } from './notification-lines.queries.ts'

/**
 * A notification for one or more people. Post likes are different: only nollie_rollup_counters (likes.sql) inserts
 * their notifications.
 */
export type NewNotification = {
  type: NotificationType
  /** The person who caused the notification. Null for notifications from Nollie itself. */
  from_user_id: string | null
  /** The recipients. The actor is excluded automatically. */
  user_ids: readonly string[]
  /** The target. Each target gets one entry per day. */
  target_id: string
  post_id?: string
  media_index?: number
  comment_id?: string
  spot_id?: string
  case_id?: string
  discussion_id?: string
  thread_id?: string
  meetup_id?: string
  /** Whether to mark today's entry unread again and make this its newest row. Otherwise that entry stays unchanged. */
  renewsLine?: boolean
}

/**
 * SQL for the CTE `notified (id, user_id, type)` in a statement that inserts a comment. Notifies each person in
 * `candidates` once, with their first type that isn't turned off. `comment` is a CTE with the comment or no row;
 * `candidates` is a CTE with `position`, `type`, `user_id`, and `target`.
 */
export function notifyOfCommentInSql(comment: string, candidates: string): RawBuilder<unknown> {
  return sql`
  notified as (
    insert into notifications
      (id, user_id, type, from_user_id, target_id, media_index, post_id, comment_id, discussion_id)
    select distinct on (recipient.user_id) gen_random_uuid(), recipient.user_id, recipient.type, c.user_id, recipient.target,
      coalesce(c.media_index, 0), c.post_id, c.id, c.discussion_id
    from ${sql.table(comment)} c cross join ${sql.table(candidates)} recipient
    where exists (
      select from may_be_notified(recipient.user_id, recipient.type, c.user_id, c.post_id, c.discussion_id))
    order by recipient.user_id, recipient.position
    on conflict ${RENEW_LINE}
    returning id, user_id, type
  )`
}

/**
 * Inserts a notification for each recipient who is allowed to get it. Returns the rows that were inserted or renewed.
 */
export async function insertNotifications(
  tx: Tx,
  { user_ids, renewsLine, ...notification }: NewNotification,
): Promise<{ id: string; user_id: string }[]> {
  // Always use the same order, so that concurrent transactions notifying the same people don't deadlock.
  const recipients = [...new Set(user_ids)].toSorted()
  if (recipients.length === 0) return []
  const onConflict = renewsLine ? RENEW_LINE : sql`do nothing`
  const from = sql`${notification.from_user_id}::uuid`
  const { rows } = await sql<{ id: string; user_id: string }>`
    insert into notifications
      (id, user_id, type, from_user_id, target_id, media_index, post_id, comment_id, spot_id, case_id, discussion_id,
        thread_id, meetup_id)
    select recipient.id, recipient.user_id, ${notification.type}, ${from}, ${notification.target_id}::uuid, ${notification.media_index ?? 0}::int,
      ${notification.post_id ?? null}::uuid, ${notification.comment_id ?? null}::uuid, ${notification.spot_id ?? null}::uuid,
      ${notification.case_id ?? null}::uuid, ${notification.discussion_id ?? null}::uuid,
      ${notification.thread_id ?? null}::uuid, ${notification.meetup_id ?? null}::uuid
    from unnest(${recipients.map(() => uuid())}::uuid[], ${recipients}::uuid[]) recipient (id, user_id)
    where exists (select from may_be_notified(recipient.user_id, ${notification.type}, ${from},
      ${notification.post_id ?? null}::uuid, ${notification.discussion_id ?? null}::uuid))
    order by recipient.user_id
    on conflict ${onConflict}
    returning id, user_id`.execute(tx)
  return rows
}

/** Counts the people an actor has notified about a target. */
export async function countNotified(
  tx: Tx,
  { type, from_user_id, target_id }: Pick<NewNotification, 'type' | 'target_id'> & { from_user_id: string },
): Promise<number> {
  const { count } = await tx
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('type', '=', type)
    .where('from_user_id', '=', from_user_id)
    .where('target_id', '=', target_id)
    .executeTakeFirstOrThrow()
  return count
}
