import { type RawBuilder, sql } from 'kysely'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { ViewerInSql } from '../blocks/index.ts'

/** A spot with a new status. */
export type StateChange = { spot_id: string; state: string }

/**
 * Returns the last day's status changes that weren't quickly reverted, and marks them as notified. Skips locked ones.
 */
export async function takeStateChanges(
  tx: Tx,
  { restMinutes, limit }: { restMinutes: number; limit: number },
): Promise<StateChange[]> {
  const { rows } = await sql<StateChange>`
    update spot_state_changes set notified_at = now() where (spot_id, day) in (
      select spot_id, day from spot_state_changes
      where notified_at is null and changed_at <= now() - make_interval(mins => ${restMinutes})
        and changed_at > now() - interval '1 day'
      order by changed_at limit ${limit} for update skip locked)
    returning spot_id, state`.execute(tx)
  return rows
}

/**
 * Whether a person saved the spot whose id is in `column`, or has access to a list that contains it: their own or one
 * from their crews.
 */
export function hasSaved(person: ViewerInSql, column: string): RawBuilder<boolean> {
  return sql<boolean>`(
  exists (select from saved_spots saved where saved.spot_id = ${sql.ref(column)} and saved.user_id = ${person})
  or exists (select from list_spots listed where listed.spot_id = ${sql.ref(column)}
    and exists (select from editable_lists(${person}) l where l.id = listed.list_id offset 0)))`
}

/**
 * Returns people who saved a spot (see {@link hasSaved}) and can see it. Excludes its creator, who gets a separate
 * notification, and people who just reported the new status.
 */
export async function selectSavers(tx: Tx, { spot_id, state }: StateChange): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select saver.user_id from (
      select saved.user_id from saved_spots saved where saved.spot_id = ${spot_id}
      union
      select taking.user_id from list_spots listed join lists l on l.id = listed.list_id
        cross join lateral (select l.user_id union select member.user_id from crew_members member where member.crew_id = l.crew_id) taking
      where listed.spot_id = ${spot_id}
        and exists (select from editable_lists(taking.user_id) editable where editable.id = l.id offset 0)
    ) saver cross join lateral (select * from visible_spots(saver.user_id) s where s.id = ${spot_id} offset 0) s
    where s.created_by is distinct from saver.user_id
      and (s.created_by is null
        or exists (select from visible_people(saver.user_id) creator where creator.user_id = s.created_by offset 0))
      and not exists (select from checks own where own.spot_id = s.id and own.user_id = saver.user_id
        and own.answer = ${state} and own.created_at > now() - interval '1 day')
    order by saver.user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Deletes status changes that are more than `days` days old. */
export function deleteOldStateChanges(db: Db, days: number): Promise<void> {
  return deleteInBatches(db, 'spot_state_changes', sql`changed_at < now() - make_interval(days => ${days})`)
}
