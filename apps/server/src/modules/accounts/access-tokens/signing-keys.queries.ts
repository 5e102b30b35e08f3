import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'
import type { PublicKey } from '../../../db/tables/sessions.ts'

/** Number of days that a key is used for signing. */
const SIGNS_DAYS = 30
const signs = sql<boolean>`created_at > now() - make_interval(days => ${SIGNS_DAYS})`

/** Returns the keys that verify tokens, newest first, and whether each can still sign. */
export function selectKeys(db: Db) {
  return db
    .selectFrom('signing_keys')
    .select(['id', 'public_key', 'private_key', signs.as('signs')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Ensures that only one process at a time creates a key. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('signing keys', 0))`.execute(tx)
}

/** Stores a new key. */
export async function insertKey(
  tx: Tx,
  { id, public_key, private_key }: { id: string; public_key: PublicKey; private_key: string },
): Promise<void> {
  await tx
    .insertInto('signing_keys')
    .values({ id, public_key: JSON.stringify(public_key), private_key })
    .execute()
}

/** Deletes keys an hour after they were last used for signing. The last of their tokens has expired by then. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('signing_keys')
    .where(sql<boolean>`created_at < now() - make_interval(days => ${SIGNS_DAYS}, hours => 1)`)
    .execute()
}
