import type { RawBuilder } from 'kysely'
import { isQueued } from '../../db/is-queued.ts'
import type { Db } from '../../db/open.ts'
import type { TableName } from '../../db/table-name.ts'

/** Processes a queue in batches until it's empty. Returns whether anything was queued. */
export async function inBatches(
  db: Db,
  queue: TableName,
  size: number,
  batch: RawBuilder<{ lines: number }>,
): Promise<boolean> {
  if (!(await isQueued(db, queue))) return false
  for (let lines = size; lines === size; ) lines = (await batch.execute(db)).rows[0]?.lines ?? 0
  return true
}
