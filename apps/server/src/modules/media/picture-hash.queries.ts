import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** Ready pictures after an id whose look is not summed up yet, in the order of their ids. */
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

/** Stores what a picture looks like in 64 bits. */
export const saveHash = async (db: Db, id: string, picture_hash: string): Promise<void> => {
  await db.updateTable('media').set({ picture_hash }).where('id', '=', id).execute()
}

/** Differing bits up to which two hashes are of one picture: measured on photos made smaller, brighter and cropped. */
const SAME_BITS = 10

/** A picture without contrast has a hash of nearly all zeros or ones, which says nothing. */
const PLAIN_BITS = 6

/**
 * Whether two pictures, the aliases of two joined `media`, look the same: the same photo at another size, brightness or
 * quality. Both must be near by already: nobody compares the pictures of the world.
 */
export const looksTheSame = (one: string, other: string): RawBuilder<boolean> => {
  const [a, b] = [sql.ref(`${one}.picture_hash`), sql.ref(`${other}.picture_hash`)]
  return sql<boolean>`(bit_count((${a} # ${b})::bit(64)) <= ${sql.lit(SAME_BITS)}
    and bit_count(${a}::bit(64)) between ${sql.lit(PLAIN_BITS)} and ${sql.lit(64 - PLAIN_BITS)})`
}
