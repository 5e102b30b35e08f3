import type { SpotState } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { isOfList, mayKnow, mayKnowPost } from '../audiences/index.ts'
import { notBlocked, type ViewerInSql } from '../blocks/index.ts'

/** The viewer's id in this module's prepared statements, always $1. */
export const VIEWER = sql`$1::uuid`

// Whether the like, follow, or invitation that caused a row still exists. The row outlives it, so that liking again on
// the same date doesn't insert a second row. A like from a later date doesn't count. `between` makes the planner look
// up likes by primary key, where an item's likes are adjacent. With `=`, it also read the index by person, where they
// are scattered.
const causeExists = (row: string): RawBuilder<boolean> => {
  const [type, from, day] = [sql.ref(`${row}.type`), sql.ref(`${row}.from_user_id`), sql.ref(`${row}.day`)]
  const by = sql`(cause.created_at at time zone 'UTC')::date <= ${day}`
  return sql<boolean>`case ${type}
    when 'like' then exists (select from likes cause where cause.post_id = ${sql.ref(`${row}.post_id`)}
      and cause.media_index = ${sql.ref(`${row}.media_index`)} and cause.user_id between ${from} and ${from} and ${by})
      or exists (select from discussion_likes cause where cause.discussion_id = ${sql.ref(`${row}.discussion_id`)}
      and cause.user_id = ${from} and ${by})
    when 'follow' then exists (select from follows cause
      where cause.follower_id = ${from} and cause.following_id = ${sql.ref(`${row}.user_id`)} and ${by})
    when 'comment_like' then exists (select from comment_likes cause
      where cause.comment_id = ${sql.ref(`${row}.comment_id`)} and cause.user_id = ${from} and ${by})
    when 'crew_invitation' then exists (select from crew_invitations cause where cause.crew_id = ${sql.ref(`${row}.target_id`)}
      and cause.user_id = ${sql.ref(`${row}.user_id`)} and cause.declined_at is null and cause.withdrawn_at is null)
    else true end`
}

/** Whether the viewer can see a row's actor, and whether the cause still exists. */
export const actorShown = (row: string): RawBuilder<boolean> => {
  const from = `${row}.from_user_id`
  return sql<boolean>`(${sql.ref(from)} is null or ${notBlocked(VIEWER, from)} and ${causeExists(row)})`
}

/** Whether a person can be notified about a new spot: it's open, and they can see both the spot and its creator. */
export const spotShownTo = (viewer: ViewerInSql, spot: string): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(`${spot}.deleted_at`)} is null and ${sql.ref(`${spot}.status`)} = 'open' and ${sql.ref(`${spot}.created_by`)} is not null
  and ${notBlocked(viewer, `${spot}.created_by`)} and ${mayKnow(viewer, `${spot}.id`)})`

/** Derives a spot's condition from its columns. */
export const selectSpotState = (spot: string): RawBuilder<SpotState> => {
  const [status, state, source] = ['status', 'spot_state', 'source'].map((column) =>
    sql.ref(`${spot}.${column}`),
  )
  return sql<SpotState>`case when ${status} = 'gone' then 'gone'
    else coalesce(${state}, case when ${source} is null then 'open' else 'unverified' end) end`
}

/** SQL that joins the spots a row is about, limited to spots the viewer can see. */
export const joinNewSpots = (row: string) => sql`spots_near near join spots s on s.id = near.spot_id
  where near.notification_id = ${sql.ref(`${row}.id`)} and ${spotShownTo(VIEWER, 's')}`

/**
 * Whether a person can be notified about `update`, a change in an area they follow. They must be able to see its spot,
 * and its bulletin must not have expired.
 */
export const areaUpdatesShownTo = (viewer: ViewerInSql, update: string): RawBuilder<boolean> => {
  const [kind, spot, bulletin] = ['kind', 'spot_id', 'bulletin_id'].map((column) =>
    sql.ref(`${update}.${column}`),
  )
  return sql<boolean>`((${spot} is null or exists (select from spots s where s.id = ${spot} and s.deleted_at is null
      and ${mayKnow(viewer, 's.id')} and (${kind} <> 'spot' or ${spotShownTo(viewer, 's')})))
    and (${bulletin} is null or exists (select from bulletins b where b.id = ${bulletin} and b.ends_at > now())))`
}

/** SQL that joins the area changes a row is about, limited to changes the viewer can see. */
export const joinAreaUpdates = (row: string) => sql`area_updates up
  where up.notification_id = ${sql.ref(`${row}.id`)} and ${areaUpdatesShownTo(VIEWER, 'up')}`

/** SQL that joins the visible spots added to a row's list on the same date, since the row was created. */
export const joinListSpots = (
  row: string,
) => sql`list_spots added join lists l on l.id = added.list_id join spots s on s.id = added.spot_id
  where added.list_id = ${sql.ref(`${row}.target_id`)} and added.added_at >= ${sql.ref(`${row}.created_at`)}
    and (added.added_at at time zone 'UTC')::date = ${sql.ref(`${row}.day`)}
    and s.deleted_at is null and ${mayKnow(VIEWER, 's.id')} and ${isOfList(VIEWER, 'l')}`

/**
 * Whether the viewer can see a row's target. False if its spot is deleted, moderators hid it, its owner is suspended,
 * or there's a block between the owner and the viewer. Looks up each target by key, because with `exists`, the planner
 * chose to read all comments to check ten rows.
 */
export const targetShown = (row: string): RawBuilder<boolean> => {
  const shown = (table: 'posts' | 'discussions', column: string) => {
    const id = sql.ref(`${row}.${column}`)
    const known = table === 'posts' ? sql`and ${mayKnowPost(VIEWER, 't')}` : sql``
    return sql`(${id} is null or coalesce((select t.hidden_at is null and ${notBlocked(VIEWER, 't.user_id')} ${known}
      from ${sql.table(table)} t where t.id = ${id}), false))`
  }
  return sql<boolean>`(${shown('posts', 'post_id')} and ${shown('discussions', 'discussion_id')}
    and ${commentShown(row)}
    and (${sql.ref(`${row}.type`)} <> 'spot_near' or exists (select from ${joinNewSpots(row)}))
    and (${sql.ref(`${row}.type`)} <> 'area_changes' or exists (select from ${joinAreaUpdates(row)}))
    and (${sql.ref(`${row}.type`)} <> 'list_spots' or exists (select from ${joinListSpots(row)}))
    and (${sql.ref(`${row}.type`)} not in ('spot_state', 'saved_spot_state') or exists (select from spots t
      where t.id = ${sql.ref(`${row}.spot_id`)} and t.deleted_at is null
        and (${sql.ref(`${row}.type`)} = 'spot_state' or ${mayKnow(VIEWER, 't.id')}))))`
}

/**
 * Whether the viewer can see a row's comment. Checked per row, because an entry's rows share the post but not the
 * comment. Few comments are hidden, so those are looked up in a separate index. Deleting a comment deletes its rows.
 * Replies to someone the viewer can't see aren't listed, so there are no notifications for them either, unless they
 * reply to the viewer.
 */
export const commentShown = (row: string): RawBuilder<boolean> => {
  const id = sql.ref(`${row}.comment_id`)
  return sql<boolean>`(${id} is null
    or not exists (select from comments t where t.id = ${id} and t.hidden_at is not null)
    and (${sql.ref(`${row}.type`)} not in ('comment', 'discussion_comment', 'mention')
      or coalesce((select ${notBlocked(VIEWER, 'above.user_id')} from comments t
        join comments above on above.id = t.parent_comment_id where t.id = ${id}), true)))`
}
