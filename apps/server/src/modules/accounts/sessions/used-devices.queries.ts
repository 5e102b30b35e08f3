import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { deleteInBatches } from '../../../db/delete-in-batches.ts'
import type { Db, Tx } from '../../../db/open.ts'

const now = sql<string>`now()`

/** Whether a person has used a device with this digest before. */
export async function isUsedDevice(db: Db, user_id: string, device: string): Promise<boolean> {
  const row = await db
    .selectFrom('used_devices')
    .select('id')
    .where('user_id', '=', user_id)
    .where('device', '=', device)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether a new device is expected, because the account is new or has never been signed in to. An older account without
 * devices doesn't count: it had some, but they've expired.
 */
export async function isUnused(db: Db, user_id: string): Promise<boolean> {
  const { rows } = await sql<{ is_unused: boolean }>`
    select u.created_at > now() - make_interval(mins => ${ACCOUNT_LIMITS.new_account_minutes})
      or (u.created_at > now() - make_interval(days => ${ACCOUNT_LIMITS.used_device_days})
        and not exists (select from used_devices d where d.user_id = u.id)) as is_unused
    from users u where u.id = ${user_id}`.execute(db)
  return rows[0]?.is_unused ?? true
}

/** Records the use of a device. If there are too many, deletes the oldest ones. */
export async function storeUsedDevice(tx: Tx, user_id: string, device: string): Promise<void> {
  await tx
    .deleteFrom('used_devices')
    .where('id', 'in', (query) =>
      query
        .selectFrom('used_devices')
        .select('id')
        .where('user_id', '=', user_id)
        .where('device', '<>', device)
        .orderBy('last_used_at', 'desc')
        .offset(ACCOUNT_LIMITS.used_devices_max - 1),
    )
    .execute()
  await tx
    .insertInto('used_devices')
    .values({ id: uuidv7(), user_id, device })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device']).doUpdateSet({ last_used_at: now, ended_at: null }),
    )
    .execute()
}

/** Marks a person's devices as ended. The rows remain as a record that the person had devices. */
export async function endUsedDevices(tx: Tx, user_id: string): Promise<void> {
  await tx.updateTable('used_devices').set({ ended_at: now }).where('user_id', '=', user_id).execute()
}

/** Deletes devices that haven't been used for a long time. */
export function deleteOldUsedDevices(db: Db): Promise<void> {
  return deleteInBatches(
    db,
    'used_devices',
    sql`last_used_at < now() - make_interval(days => ${sql.lit(ACCOUNT_LIMITS.used_device_days)})`,
  )
}
