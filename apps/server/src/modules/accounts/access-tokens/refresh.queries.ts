import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'
import { LIVES } from '../sessions/session-life.queries.ts'
import { hashOfToken } from '../sessions/session-token.ts'

/** Seconds during which a token can be used again if a program lost the response. */
const GRACE = 10

/** Starts a session's token family, unless the session has ended. */
export async function startFamily(db: Db, session_id: string, token: string): Promise<void> {
  await sql`
    insert into refresh_families (session_id, current)
    select s.id, ${hashOfToken(token)} from sessions s where s.id = ${session_id} for key share`.execute(db)
}

type Family = { user_id: string; is_current: boolean; is_in_grace: boolean }

/** Locks and returns a live session's token family; null if there is none. Compares `token` with the two newest. */
export async function lockFamily(tx: Tx, session_id: string, token: string): Promise<Family | null> {
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

/** Replaces the newest token. The previous one can then be used only to repeat a request whose response was lost. */
export async function rotate(tx: Tx, session_id: string, token: string): Promise<void> {
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

/** Replaces the newest token if its response was lost. Doesn't extend the grace period. */
export async function replaceLost(tx: Tx, session_id: string, token: string): Promise<void> {
  await tx
    .updateTable('refresh_families')
    .set({ current: hashOfToken(token) })
    .where('session_id', '=', session_id)
    .execute()
}
