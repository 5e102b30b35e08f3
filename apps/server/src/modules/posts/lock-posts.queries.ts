import type { PostAudience } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import type { PostRow } from './posts.queries.ts'

/** The post columns needed for an edit. */
export type LockedPost = Pick<PostRow, 'id' | 'user_id' | 'spot_id' | 'kind' | 'title' | 'content'> & {
  version: number
  audience: PostAudience
  crew_id: string | null
}
const LOCKED = [
  'id',
  'user_id',
  'spot_id',
  'kind',
  'title',
  'content',
  'version',
  'audience',
  'crew_id',
] as const

/** Returns a visible post's spot: null if it has none, undefined if there is no such post. */
export async function findSpotOf(db: Db, id: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('posts')
    .select('spot_id')
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return row?.spot_id
}

/** Returns a post's spot, even if the post is hidden. Undefined if there is no such post. */
export async function findAnySpotOf(db: Db, id: string): Promise<string | null | undefined> {
  const row = await db.selectFrom('posts').select('spot_id').where('id', '=', id).executeTakeFirst()
  return row?.spot_id
}

/** Locks a spot until the transaction ends. Returns when it was deleted, or null. */
export async function lockAnySpot(tx: Tx, spot_id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('spots')
    .select('deleted_at')
    .where('id', '=', spot_id)
    .forShare()
    .executeTakeFirst()
  return row?.deleted_at ?? null
}

/** Locks a visible post until the transaction ends. */
export function lockPost(tx: Tx, id: string): Promise<LockedPost | undefined> {
  return tx
    .selectFrom('posts')
    .select(LOCKED)
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks a post until the transaction ends, even if it's hidden. */
export function lockAnyPost(tx: Tx, id: string): Promise<LockedPost | undefined> {
  return tx.selectFrom('posts').select(LOCKED).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Prevents a spot from being deleted until the transaction ends. Returns false if it's already deleted. */
export async function lockVisibleSpot(tx: Tx, spot_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('spots')
    .select('id')
    .where('id', '=', spot_id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Locks up to `limit` of a spot's posts until the transaction ends. */
export async function lockPostsOf(tx: Tx, spot_id: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('posts')
    .select('id')
    .where('spot_id', '=', spot_id)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
