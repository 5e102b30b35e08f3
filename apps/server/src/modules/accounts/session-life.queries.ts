import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

// The lifetime of a session: it ends after two weeks without use, and in any case at its maximum age.

/** Seconds after which an unused session ends. */
export const SESSION_IDLE = ACCOUNT_LIMITS.session_idle_days * 24 * 3600
/** Seconds after which every session ends. */
export const SESSION_MAX = ACCOUNT_LIMITS.session_longest_days * 24 * 3600
/** A used session is extended at most once in this many seconds, not with every request. */
const EXTEND_EVERY = 3600

// A literal, because prepared statements have no values other than their parameters.
const lasting = (count: number) => sql`make_interval(secs => ${sql.lit(count)})`

/** Whether session `s` has not ended. */
export const LIVES = sql<boolean>`s.expires_at > now() and s.created_at > now() - ${lasting(SESSION_MAX)}`

/** Whether session `s`, which is in use, is due to be extended. */
export const NEEDS_EXTENSION = sql<boolean>`s.expires_at < least(now() + ${lasting(SESSION_IDLE - EXTEND_EVERY)}, s.created_at + ${lasting(SESSION_MAX)})`

/** Extends a session, up to its maximum age. */
export const extendSession = async (db: Db, sessionId: string): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({
      expires_at: sql<string>`least(now() + ${lasting(SESSION_IDLE)}, created_at + ${lasting(SESSION_MAX)})`,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', sessionId)
    .execute()
}
