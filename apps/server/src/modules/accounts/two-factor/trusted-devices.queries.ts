import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db, Tx } from '../../../db/open.ts'
import { hashOfToken } from '../sessions/session-token.ts'

const now = sql<string>`now()`

/** Records that a trusted device was used. Returns whether this person trusts it. */
export async function storeDeviceUse(db: Db, user_id: string, token: string): Promise<boolean> {
  const row = await db
    .updateTable('trusted_devices')
    .set({ last_used_at: now })
    .where('user_id', '=', user_id)
    .where('token', '=', hashOfToken(token))
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a trusted device. If there are too many, deletes the oldest ones. */
export async function insertTrustedDevice(
  tx: Tx,
  { user_id, token, user_agent }: { user_id: string; token: string; user_agent: string | null },
): Promise<void> {
  await tx
    .deleteFrom('trusted_devices')
    .where('id', 'in', (query) =>
      query
        .selectFrom('trusted_devices')
        .select('id')
        .where('user_id', '=', user_id)
        .orderBy('created_at', 'desc')
        .offset(ACCOUNT_LIMITS.trusted_devices_max - 1),
    )
    .execute()
  await tx
    .insertInto('trusted_devices')
    .values({
      id: uuidv7(),
      user_id,
      token: hashOfToken(token),
      user_agent,
      expires_at: sql<string>`now() + make_interval(days => ${ACCOUNT_LIMITS.trust_days})`,
    })
    .execute()
}

/** Returns a person's trusted devices, most recently used first. */
export function selectTrustedDevices(db: Db, user_id: string) {
  return db
    .selectFrom('trusted_devices')
    .select(['id', 'user_agent', 'last_used_at', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Deletes one of a person's trusted devices. Returns whether it existed. */
export async function deleteTrustedDevice(db: Db, user_id: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('trusted_devices')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Deletes all of a person's trusted devices. */
export async function dropTrustedDevices(tx: Db, user_id: string): Promise<void> {
  await tx.deleteFrom('trusted_devices').where('user_id', '=', user_id).execute()
}
