import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '../platform/http/index.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import type { Db, Tx } from './open.ts'

/** How long a key is stored, in hours. */
const RETENTION_HOURS = 24

type Request = {
  user_id: string
  /** The client's key, which is the same for every attempt at one action. */
  key: string
  /** The request's body; a different body with the same key is refused. */
  body: unknown
}

function computeHash(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('base64url')
}

/**
 * Calls `work` at most once per person and key, and stores its result in the same transaction. A repeated request
 * returns the stored result. A refusal or failure isn't stored, so the request can be retried.
 * @throws Refusal IN_PROGRESS while the first attempt runs, KEY_REUSED for a different body
 */
export async function idempotent<T>(
  db: Db,
  { user_id, key, body }: Request,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const request_hash = computeHash(body)
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

/** A request's person, key, and hash: `$1` to `$3` in an idempotent statement. */
export type OnceValues = readonly [user_id: string, key: string, request_hash: string]

/** The row returned by a statement made with {@link onceInSql}; hash and answer are null if its work had no effect. */
export type OnceRow<T> = { ours: boolean; request_hash: string | null; answer: T | null }

/** The condition for the work in {@link onceInSql}: this is the first attempt, and no other attempt is running. */
export const isFirstTry: RawBuilder<boolean> = sql<boolean>`((select ours from once) and not exists (select from known))`

/**
 * Builds an idempotent statement, which does the same as {@link idempotent} in one round trip. `work` contains CTEs:
 * the first must have {@link isFirstTry} as a condition, and `answer (answer)` returns the response's JSON in one row,
 * or no row.
 */
export function onceInSql<T>(work: RawBuilder<unknown>): RawBuilder<OnceRow<T>> {
  return sql<OnceRow<T>>`
  with once as materialized (
    select pg_try_advisory_xact_lock(hashtextextended($1::text || ' ' || $2::text, 0)) as ours
  ), known as materialized (
    select request_hash, answer from idempotency_keys where user_id = $1::uuid and key = $2::text
  ), ${work}, remembered as (
    insert into idempotency_keys (user_id, key, request_hash, answer)
    select $1::uuid, $2::text, $3::text, answer::jsonb from answer
  )
  select once.ours, known.request_hash, coalesce(known.answer, answer.answer::jsonb) as answer
  from once left join known on true left join answer on true`
}

// Whether another attempt committed between this statement's snapshot and its lock.
function isRaced(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'idempotency_keys_pkey'
}

/**
 * Runs a statement made with {@link onceInSql}. Returns undefined if its work had no effect, which isn't stored.
 * @throws Refusal IN_PROGRESS while the first attempt runs, KEY_REUSED for a different body
 */
export async function idempotentStatement<T>(
  { user_id, key, body }: Request,
  run: (values: OnceValues) => Promise<OnceRow<T>[]>,
): Promise<T | undefined> {
  const request_hash = computeHash(body)
  const values = [user_id, key, request_hash] as const
  const [row] = await run(values).catch((error: unknown) => {
    if (isRaced(error)) return run(values)
    throw error
  })
  if (!row?.ours) throw new Refusal('IN_PROGRESS', { retryAfter: 1 })
  if (row.request_hash !== null && row.request_hash !== request_hash) throw new Refusal('KEY_REUSED')
  return row.answer ?? undefined
}

/** Deletes keys and their stored responses once they're older than a day. */
export function deleteOldKeys(db: Db): Promise<void> {
  return deleteInBatches(
    db,
    'idempotency_keys',
    sql`created_at < now() - make_interval(hours => ${RETENTION_HOURS})`,
  )
}
