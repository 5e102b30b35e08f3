import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/open.ts'

/** Returns ready images after an id that have no hash yet, ordered by id. */
export function selectUnhashed(
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; key: string | null }[]> {
  return db
    .selectFrom('media')
    .select(['id', 'key'])
    .where('id', '>', after)
    .where('status', '=', 'ready')
    .where('picture_hash', 'is', null)
    .where('thumbhash', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Stores an image's 64-bit perceptual hash. */
export async function saveHash(db: Db, id: string, picture_hash: string): Promise<void> {
  await db.updateTable('media').set({ picture_hash }).where('id', '=', id).execute()
}

/**
 * Maximum number of differing bits for two hashes to count as the same image. Measured on photos that were resized,
 * brightened, and cropped.
 */
const SAME_BITS = 10

/** The hash of an image without contrast is nearly all zeros or all ones, so it isn't meaningful. */
const PLAIN_BITS = 6

/**
 * Whether two images look the same, even if the size, brightness, or quality differs. `one` and `other` are aliases of
 * joined `media`. Only compare spots that are already close together, never all images.
 */
export function looksTheSame(one: string, other: string): RawBuilder<boolean> {
  const [a, b] = [sql.ref(`${one}.picture_hash`), sql.ref(`${other}.picture_hash`)]
  return sql<boolean>`(bit_count((${a} # ${b})::bit(64)) <= ${sql.lit(SAME_BITS)}
    and bit_count(${a}::bit(64)) between ${sql.lit(PLAIN_BITS)} and ${sql.lit(64 - PLAIN_BITS)})`
}
