import type { SpotState } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'

/** The viewer's id in this module's prepared statements, always $1. */
export const VIEWER = sql`$1::uuid`

/** Derives a spot's condition from its columns. */
export const selectSpotState = (spot: string): RawBuilder<SpotState> => {
  const [status, state, source] = ['status', 'spot_state', 'source'].map((column) =>
    sql.ref(`${spot}.${column}`),
  )
  return sql<SpotState>`case when ${status} = 'gone' then 'gone'
    else coalesce(${state}, case when ${source} is null then 'open' else 'unverified' end) end`
}

/** SQL that joins the new spots a row is about, limited to spots the viewer can see. */
export const joinNewSpots = (
  row: string,
) => sql`spots_near near join visible_new_spots(${VIEWER}) s on s.id = near.spot_id
  where near.notification_id = ${sql.ref(`${row}.id`)}`

/** SQL that joins the area changes a row is about, limited to changes the viewer can see. */
export const joinAreaUpdates = (row: string) => sql`visible_area_updates(${VIEWER}) up
  where up.notification_id = ${sql.ref(`${row}.id`)}`

/** SQL that joins the visible spots added to a row's list on the same date, since the row was created. */
export const joinListSpots = (
  row: string,
) => sql`list_spots added join editable_lists(${VIEWER}) l on l.id = added.list_id
    join visible_spots(${VIEWER}) s on s.id = added.spot_id
  where added.list_id = ${sql.ref(`${row}.target_id`)} and added.added_at >= ${sql.ref(`${row}.created_at`)}
    and (added.added_at at time zone 'UTC')::date = ${sql.ref(`${row}.day`)}`

/**
 * Whether the viewer can see a row's target. False if its spot is deleted, moderators hid it, its owner is suspended,
 * or there's a block between the owner and the viewer. Looks up each target by key, because with a plain `exists`, the
 * planner chose to read all comments to check ten rows.
 */
export const targetShown = (row: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql<boolean>`(
    (${column('post_id')} is null or (select true from visible_posts(${VIEWER}) t where t.id = ${column('post_id')}))
    and (${column('discussion_id')} is null
      or (select true from visible_discussions(${VIEWER}) t where t.id = ${column('discussion_id')}))
    and case ${column('type')}
      when 'spot_near' then exists (select from ${joinNewSpots(row)} offset 0)
      when 'area_changes' then exists (select from ${joinAreaUpdates(row)} offset 0)
      when 'list_spots' then exists (select from ${joinListSpots(row)} offset 0)
      when 'spot_state' then exists (select from spots t where t.id = ${column('spot_id')} and t.deleted_at is null)
      when 'saved_spot_state' then exists (select from visible_spots(${VIEWER}) t where t.id = ${column('spot_id')} offset 0)
      else true end)`
}
