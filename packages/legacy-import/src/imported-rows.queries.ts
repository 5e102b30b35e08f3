import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '@nollie/server/db'

/** Returns the digest that identifies a row of an export. The first part is its table's name. */
export function importKey(source: string, ...parts: readonly (string | number)[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([source, ...parts]))
    .digest('hex')
  return digest.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}

/**
 * Returns the ids that imported rows have here, by key. For a merged spot, it's the remaining spot's id. Omits rows
 * that were never imported.
 */
export async function findImported(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; row_id: string }>`
    select key, coalesce(merged.to_id, row_id) as row_id from imported_rows
      left join spot_forwards merged on merged.from_id = row_id
    where key = any (${[...new Set(keys)]}::uuid[])`.execute(db)
  return new Map(rows.map(({ key, row_id }) => [key, row_id]))
}

/** Records that rows were imported. */
export async function rememberImported(
  tx: Tx,
  rows: readonly { key: string; row_id: string }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('imported_rows')
    .values(rows)
    .onConflict((clash) => clash.doNothing())
    .execute()
}

/** Returns the posts that still exist, with their authors. */
export async function findPosts(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('posts').select(['id', 'user_id']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, user_id }) => [id, user_id]))
}

/** Returns the accounts that still exist. */
export async function findPeople(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('users').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the items in these posts as `post/index`. */
export async function findItems(db: Db, postIds: readonly string[]): Promise<Set<string>> {
  if (postIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('post_media')
    .select(['post_id', 'media_index'])
    .where('post_id', 'in', postIds)
    .execute()
  return new Set(rows.map(({ post_id, media_index }) => `${post_id}/${media_index}`))
}

/** The post item or discussion that a comment is on. */
export type CommentTarget = {
  id: string
  post_id: string
  media_index: number
  parent_comment_id: string | null
}

/** Returns the comments that still exist. */
export async function findComments(db: Db, ids: readonly string[]): Promise<Map<string, CommentTarget>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'post_id', 'media_index', 'parent_comment_id'])
    .where('id', 'in', ids)
    .$narrowType<{ post_id: string; media_index: number }>()
    .where('post_id', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whether a person has no profile picture yet. */
export async function hasNoPicture(db: Db, user_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .select('avatar_media_id')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.avatar_media_id === null
}

/** Returns which of these spots still exist, with the people who shared them. */
export async function findSpots(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('spots')
    .select(['id', 'created_by'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, created_by }) => [id, created_by]))
}

/** Runs part of a transaction that may fail without undoing the rest. */
export async function withSavepoint<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`savepoint step`.execute(tx)
  try {
    const result = await work(tx)
    await sql`release savepoint step`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint step`.execute(tx)
    throw error
  }
}
