import type { PostAudience } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import type { PostRow } from './posts.queries.ts'

/** The columns of a post that an edit needs. */
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

/** The spot of a visible post; null if it has none, undefined if there is no such post. */
export const findSpotOf = async (db: Db, id: string): Promise<string | null | undefined> => {
  const row = await db
    .selectFrom('posts')
    .select('spot_id')
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return row?.spot_id
}

/** The spot of a post, including a hidden one; undefined if there is no such post. */
export const findAnySpotOf = async (db: Db, id: string): Promise<string | null | undefined> => {
  const row = await db.selectFrom('posts').select('spot_id').where('id', '=', id).executeTakeFirst()
  return row?.spot_id
}

/** Locks a spot until the end of the transaction; returns the time of its deletion, if any. */
export const lockAnySpot = async (tx: Tx, spot_id: string): Promise<string | null> => {
  const row = await tx
    .selectFrom('spots')
    .select('deleted_at')
    .where('id', '=', spot_id)
    .forShare()
    .executeTakeFirst()
  return row?.deleted_at ?? null
}

/** Locks a visible post until the end of the transaction. */
export const lockPost = (tx: Tx, id: string): Promise<LockedPost | undefined> =>
  tx
    .selectFrom('posts')
    .select(LOCKED)
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Locks a post, including a hidden one, until the end of the transaction. */
export const lockAnyPost = (tx: Tx, id: string): Promise<LockedPost | undefined> =>
  tx.selectFrom('posts').select(LOCKED).where('id', '=', id).forUpdate().executeTakeFirst()

/** Prevents the deletion of a spot until the end of the transaction; false if it is already deleted. */
export const lockVisibleSpot = async (tx: Tx, spot_id: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('spots')
    .select('id')
    .where('id', '=', spot_id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Locks up to `limit` of a spot's posts until the end of the transaction. */
export const lockPostsOf = async (tx: Tx, spot_id: string, limit: number): Promise<string[]> => {
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
