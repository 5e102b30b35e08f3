import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { beginEpoch } from '../sessions/sessions.queries.ts'

/**
 * Ends all of a suspended person's sessions. Stores their tokens, so that the response to later requests includes the
 * reason. Also ends sign-ins that are under way.
 */
export async function endSuspendedSessions(tx: Tx, user_id: string): Promise<void> {
  await beginEpoch(tx, user_id)
  await sql`
    with ended as (delete from sessions where user_id = ${user_id} returning token, user_id)
    insert into ended_sessions (token, user_id) select token, user_id from ended on conflict do nothing`.execute(
    tx,
  )
}
