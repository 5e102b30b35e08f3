import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

/** A person with pending items, and their quiet hours. */
export type Waiting = {
  user_id: string
  quiet_from: number | null
  quiet_until: number | null
  quiet_zone: string | null
}

/**
 * Describes a kind of pending item: the column with the time of a person's last notification, and the SQL condition
 * that a person has pending items. `w` is the person's row in `digest_settings`.
 */
export type WaitingFor = {
  notifiedAt: 'places_notified_at' | 'areas_notified_at'
  /** Ignores items added after `rested`, because people often delete something they just added by mistake. */
  isThere: (rested: RawBuilder<unknown>) => RawBuilder<unknown>
}

/**
 * Returns and locks people after `after` who have pending items and weren't notified recently. Skips people locked by
 * another process.
 */
export async function takeWaiting(
  tx: Tx,
  { notifiedAt, isThere }: WaitingFor,
  after: string,
  { limit, restMinutes, apartHours }: { limit: number; restMinutes: number; apartHours: number },
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select w.user_id, quiet.quiet_from, quiet.quiet_until, quiet.time_zone as quiet_zone
    from digest_settings w left join push_settings quiet on quiet.user_id = w.user_id
    where w.user_id > ${after}::uuid
      and coalesce(w.${sql.ref(notifiedAt)} <= now() - make_interval(hours => ${apartHours}), true)
      and ${isThere(sql`now() - make_interval(mins => ${restMinutes})`)}
    order by w.user_id limit ${limit} for update of w skip locked`.execute(tx)
  return rows
}

/** Records that a person was just notified. */
export async function setNotified(
  tx: Tx,
  user_id: string,
  notifiedAt: WaitingFor['notifiedAt'],
): Promise<void> {
  await tx
    .updateTable('digest_settings')
    .set({ [notifiedAt]: sql<string>`now()` })
    .where('user_id', '=', user_id)
    .execute()
}
