import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** Ready images after an id that are not hashed yet, ordered by id. */
export const selectUnhashed = (
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; key: string | null }[]> =>
  db
    .selectFrom('media')
    .select(['id', 'key'])
    .where('id', '>', after)
    .where('status', '=', 'ready')
    .where('picture_hash', 'is', null)
    .where('thumbhash', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Stores an image's 64-bit perceptual hash. */
export const saveHash = async (db: Db, id: string, picture_hash: string): Promise<void> => {
  await db.updateTable('media').set({ picture_hash }).where('id', '=', id).execute()
}

/**
 * Maximum differing bits between two hashes of one image: measured on photos that were resized, brightened, and
 * cropped.
 */
const SAME_BITS = 10

/** An image without contrast has a hash of nearly all zeros or ones, which is not significant. */
const PLAIN_BITS = 6

/**
 * Whether two images, the aliases of two joined `media`, look the same: one photo in different sizes, brightness, or
 * quality. Only compare spots that are already near each other, never all images.
 */
export const looksTheSame = (one: string, other: string): RawBuilder<boolean> => {
  const [a, b] = [sql.ref(`${one}.picture_hash`), sql.ref(`${other}.picture_hash`)]
  return sql<boolean>`(bit_count((${a} # ${b})::bit(64)) <= ${sql.lit(SAME_BITS)}
    and bit_count(${a}::bit(64)) between ${sql.lit(PLAIN_BITS)} and ${sql.lit(64 - PLAIN_BITS)})`
}
