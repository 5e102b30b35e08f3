import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '../platform/http/index.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import type { Db, Tx } from './open.ts'

/** Hours a key is remembered. */
const KEPT_HOURS = 24

type Request = {
  user_id: string
  /** The client's key, the same on every try of one intent. */
  key: string
  /** What was asked for; another body under the same key is refused. */
  body: unknown
}

/**
 * Does `work` at most once per person and key, in one transaction with the memory of its answer. The same request again
 * gets the first answer; a refusal or failure is not remembered, so it can be tried again.
 * @throws Refusal IN_PROGRESS while the first try runs, KEY_REUSED for another body
 */
export const idempotent = async <T>(
  db: Db,
  { user_id, key, body }: Request,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const request_hash = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  return db.transaction().execute(async (tx) => {
    const lock = await sql<{ ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`${user_id} ${key}`}, 0)) as ours`.execute(tx)
    if (!lock.rows[0]?.ours) throw new Refusal('IN_PROGRESS', { retryAfter: 1 })
    const known = await tx
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'answer'])
      .where('user_id', '=', user_id)
      .where('key', '=', key)
      .executeTakeFirst()
    if (known && known.request_hash !== request_hash) throw new Refusal('KEY_REUSED')
    if (known) return known.answer as T
    const answer = await work(tx)
    await tx
      .insertInto('idempotency_keys')
      .values({ user_id, key, request_hash, answer: JSON.stringify(answer) })
      .execute()
    return answer
  })
}

/** Deletes keys and their stored answers once they are older than a day. */
export const deleteOldKeys = (db: Db): Promise<void> =>
  deleteInBatches(db, 'idempotency_keys', sql`created_at < now() - make_interval(hours => ${KEPT_HOURS})`)
