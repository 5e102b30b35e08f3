import { inTransaction } from '../../db/in-transaction.ts'
import type { Db } from '../../db/open.ts'
import { markSourceMissing } from '../spots/index.ts'
import { countUnseen, markUnseen, selectLeft } from './records.queries.ts'
import type { Run } from './runs.queries.ts'

/** Number of records per transaction. */
const BATCH = 500
/** If more records than this are missing, and more than half of the dataset, the file is probably incomplete. */
const MANY = 10

/** The number of spots that were marked, or the number of records that weren't because most records are missing. */
export type Marked = { marked: number; notMarked: number }

/** Marks a batch of records as missing, along with any spots that have no other records. */
function markBatch(db: Db, run: Run) {
  return inTransaction(db, async (tx) => {
    const keys = await markUnseen(tx, run, BATCH)
    const left = await selectLeft(tx, keys)
    await markSourceMissing(
      tx,
      left.map(({ spot_id }) => spot_id),
    )
    return { keys: keys.length, left }
  })
}

/**
 * Marks a dataset's records as missing if a complete file doesn't contain them. Spots whose records are all missing
 * become unconfirmed, but remain. If most records are missing, marks none unless the operator confirms it.
 */
export async function markMissing(
  db: Db,
  run: Run,
  { many, onMarked }: { many: boolean; onMarked: (spot: { name: string; source_id: string }) => void },
): Promise<Marked> {
  const { unseen, all } = await countUnseen(db, run)
  const isMost = unseen === all || (unseen > MANY && unseen > all / 2)
  if (unseen > 0 && isMost && !many) return { marked: 0, notMarked: unseen }
  let marked = 0
  let isMore = true
  while (isMore) {
    const { keys, left } = await markBatch(db, run)
    for (const spot of left) onMarked(spot)
    marked += left.length
    isMore = keys === BATCH
  }
  return { marked, notMarked: 0 }
}
