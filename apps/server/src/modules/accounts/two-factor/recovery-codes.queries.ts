import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'

/** Deletes a person's recovery codes. */
export async function deleteRecoveryCodes(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
}

/** Replaces a person's recovery codes. */
export async function replaceRecoveryCodes(tx: Tx, user_id: string, digests: string[]): Promise<void> {
  await deleteRecoveryCodes(tx, user_id)
  await tx
    .insertInto('recovery_codes')
    .values(digests.map((digest) => ({ user_id, digest })))
    .execute()
}

/** Consumes a recovery code. Returns whether it was valid. */
export async function takeRecoveryCode(tx: Tx, user_id: string, digest: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', user_id)
    .where('digest', '=', digest)
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns how many recovery codes a person has left. */
export async function countRecoveryCodes(db: Db, user_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return count
}
