import { inTransaction } from '../../db/in-transaction.ts'
import type { Db } from '../../db/open.ts'
import { markSourceMissing } from '../spots/index.ts'
import { countUnseen, markUnseen, selectLeft } from './records.queries.ts'
import type { Run } from './runs.queries.ts'

/** Records marked in one transaction. */
const BATCH = 500
/** If a file lacks more than this, and more than half of its dataset, it is probably incomplete. */
const MANY = 10

/** The outcome for the records that a run did not see. */
export type Marked = { marked: number; notMarked: number }

/** Marks some of the records, and the spots without any remaining record. */
const markBatch = (db: Db, run: Run) =>
  inTransaction(db, async (tx) => {
    const keys = await markUnseen(tx, run, BATCH)
    const left = await selectLeft(tx, keys)
    await markSourceMissing(
      tx,
      left.map(({ spot_id }) => spot_id),
    )
    return { keys: keys.length, left }
  })

/**
 * Marks a dataset's records that are missing from a complete file: their spots become unconfirmed, and stay. A file
 * that lacks most of them marks none, unless the operator confirms it.
 */
export const markMissing = async (
  db: Db,
  run: Run,
  { many, onMarked }: { many: boolean; onMarked: (spot: { name: string; source_id: string }) => void },
): Promise<Marked> => {
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
