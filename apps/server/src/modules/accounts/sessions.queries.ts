import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** Ends the sessions of a person, except one. */
export const endSessions = async (tx: Db, user_id: string, except?: string): Promise<void> => {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .execute()
}

/** Ends one session of a person; returns whether there was one. */
export const endOneSession = async (db: Db, user_id: string, id: string): Promise<boolean> => {
  const deleted = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** The live sessions of a person, last used first. */
export const selectSessions = (db: Db, user_id: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'updated_at', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
