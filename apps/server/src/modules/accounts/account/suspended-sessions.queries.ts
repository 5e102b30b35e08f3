import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'

/**
 * Ends all of a suspended person's sessions. Stores their tokens, so that the response to later requests includes the
 * reason.
 */
export async function endSuspendedSessions(tx: Tx, user_id: string): Promise<void> {
  await sql`
    with ended as (delete from sessions where user_id = ${user_id} returning token, user_id)
    insert into ended_sessions (token, user_id) select token, user_id from ended on conflict do nothing`.execute(
    tx,
  )
}
