import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { sql } from 'kysely'
import type { Db } from '../../../db/open.ts'

const lasting = sql`make_interval(mins => ${sql.lit(ACCOUNT_LIMITS.proof_minutes)})`

/** Records that a session's owner proved their identity. Returns when the proof expires. */
export async function storeProof(db: Db, session_id: string): Promise<string | undefined> {
  const row = await db
    .updateTable('sessions')
    .set({ proved_at: sql<string>`now()` })
    .where('id', '=', session_id)
    .returning(sql<string>`proved_at + ${lasting}`.as('fresh_until'))
    .executeTakeFirst()
  return row?.fresh_until
}

/** Whether a session was started on a trusted device, without its owner's second factor. */
export async function lacksFactor(db: Db, session_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('factors as f', 'f.user_id', 's.user_id')
    .select('s.id')
    .where('s.id', '=', session_id)
    .where('s.aal', '=', 1)
    .where('f.proven_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a session's last proof of identity is recent. */
export async function hasFreshProof(db: Db, session_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session_id)
    .where('proved_at', '>', sql<string>`now() - ${lasting}`)
    .executeTakeFirst()
  return row !== undefined
}
