import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { sql } from 'kysely'
import type { Db } from '../../../db/open.ts'

// A session ends after two weeks without use, and in any case when it reaches its maximum age.

/** Seconds until an unused session ends. */
const SESSION_IDLE = ACCOUNT_LIMITS.session_idle_days * 24 * 3600
/** Maximum age of a session in seconds. */
export const SESSION_MAX = ACCOUNT_LIMITS.session_longest_days * 24 * 3600
/** Minimum number of seconds between extensions of a session, so that not every request writes. */
const EXTEND_EVERY = 3600

// A literal, because prepared statements allow no values other than their parameters.
function lasting(count: number) {
  return sql`make_interval(secs => ${sql.lit(count)})`
}

/** When a session that is used now ends if it isn't used again. */
export const IDLE_END = sql<string>`now() + ${lasting(SESSION_IDLE)}`

/** Whether session `s` is still live. */
export const LIVES = sql<boolean>`s.expires_at > now() and s.created_at > now() - ${lasting(SESSION_MAX)}`

/** Whether session `s`, which is in use, is due for an extension. */
export const NEEDS_EXTENSION = sql<boolean>`s.expires_at < least(now() + ${lasting(SESSION_IDLE - EXTEND_EVERY)}, s.created_at + ${lasting(SESSION_MAX)})`

/** Extends a session, up to its maximum age. */
export async function extendSession(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      expires_at: sql<string>`least(${IDLE_END}, created_at + ${lasting(SESSION_MAX)})`,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', sessionId)
    .execute()
}
