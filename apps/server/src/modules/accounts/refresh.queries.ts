import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { LIVES } from './session-life.queries.ts'
import { hashOfToken } from './better-auth.queries.ts'

/** Seconds during which a token can be used again, for a program that lost the response. */
const GRACE = 10

/** Starts the family of a session. */
export const startFamily = async (db: Db, session_id: string, token: string): Promise<void> => {
  await db
    .insertInto('refresh_families')
    .values({ session_id, current: hashOfToken(token), previous: null })
    .execute()
}

type Family = { user_id: string; is_current: boolean; is_in_grace: boolean }

/** The family of a live session, locked; null if there is none. `token` is compared with its two newest. */
export const lockFamily = async (tx: Tx, session_id: string, token: string): Promise<Family | null> => {
  const hash = hashOfToken(token)
  const row = await tx
    .selectFrom('sessions as s')
    .innerJoin('refresh_families as f', 'f.session_id', 's.id')
    .innerJoin('profiles as p', 'p.user_id', 's.user_id')
    .select([
      's.user_id',
      sql<boolean>`f.current = ${hash}`.as('is_current'),
      sql<boolean>`f.previous is not distinct from ${hash} and f.rotated_at > now() - make_interval(secs => ${GRACE})`.as(
        'is_in_grace',
      ),
    ])
    .where('s.id', '=', session_id)
    .where(LIVES)
    .where('p.deletion_requested_at', 'is', null)
    .forUpdate(['s', 'f'])
    .executeTakeFirst()
  return row ?? null
}

/** Replaces the newest token; the previous one is then only valid to repeat a lost response. */
export const rotate = async (tx: Tx, session_id: string, token: string): Promise<void> => {
  await tx
    .updateTable('refresh_families')
    .set({
      previous: sql<string>`current`,
      current: hashOfToken(token),
      rotated_at: sql<string>`now()`,
    })
    .where('session_id', '=', session_id)
    .execute()
}

/** Replaces the newest token, whose response was lost; the grace period still counts from its original time. */
export const replaceLost = async (tx: Tx, session_id: string, token: string): Promise<void> => {
  await tx
    .updateTable('refresh_families')
    .set({ current: hashOfToken(token) })
    .where('session_id', '=', session_id)
    .execute()
}
