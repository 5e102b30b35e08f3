import { sql } from 'kysely'
import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import type { Db, Tx } from '../../../db/open.ts'
import type { Claim } from './provider-types.ts'

/** Minutes that a person with a proven identity has to choose a username, or to sign in and link it. */
const CHOOSING_MINUTES = 30
const now = sql<string>`now()`

function inMinutes(count: number) {
  return sql<string>`now() + make_interval(mins => ${count})`
}

type NewRequest = { id: string; provider: string; challenge: string; user_id: string | null }

/** Stores a request to a provider. Returns when it expires. */
export async function addRequest(db: Db, request: NewRequest): Promise<string> {
  const { expires_at } = await db
    .insertInto('provider_requests')
    .values({ ...request, expires_at: inMinutes(ACCOUNT_LIMITS.provider_minutes) })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

function live(db: Db, id: string) {
  return db.selectFrom('provider_requests').selectAll().where('id', '=', id).where('expires_at', '>', now)
}

/** Returns a request that is still valid. */
export function findRequest(db: Db, id: string) {
  return live(db, id).executeTakeFirst()
}

/** Like {@link findRequest}, but locks the row, so that it can be used only once. */
export function lockRequest(tx: Tx, id: string) {
  return live(tx, id).forUpdate().executeTakeFirst()
}

/** Reserves the request's only exchange with the provider. Returns false if it's already reserved. */
export async function reserveQuestion(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('provider_requests')
    .set({ asked_at: now })
    .where('id', '=', id)
    .where('asked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records that a form was received for a request. Returns false if one was received before. */
export async function noteForm(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('provider_requests')
    .set({ answered_at: now })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the provider's response, and allows more time for missing input. */
export async function storeClaim(db: Db, id: string, claim: Claim): Promise<void> {
  await db
    .updateTable('provider_requests')
    .set({ ...claim, expires_at: inMinutes(CHOOSING_MINUTES) })
    .where('id', '=', id)
    .execute()
}

/** Deletes a request that was used or that failed. */
export async function dropRequest(db: Db, id: string): Promise<void> {
  await db.deleteFrom('provider_requests').where('id', '=', id).execute()
}
