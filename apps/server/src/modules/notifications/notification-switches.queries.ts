import type { NotificationType } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'

/** Returns the notification types a person has turned off. */
export async function selectMutes(db: Db, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_mutes')
    .select('type')
    .where('user_id', '=', user_id)
    .execute()
  return rows.map(({ type }) => type)
}

/** Turns notification types off and on for a person. */
export async function writeMutes(
  tx: Tx,
  user_id: string,
  { off, on }: { off: readonly NotificationType[]; on: readonly NotificationType[] },
): Promise<void> {
  if (on.length > 0)
    await tx.deleteFrom('notification_mutes').where('user_id', '=', user_id).where('type', 'in', on).execute()
  if (off.length > 0)
    await tx
      .insertInto('notification_mutes')
      .values(off.map((type) => ({ user_id, type })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
