import type { StayKind } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { removeImportedSpots } from '../spots/index.ts'
import { claimArea, type WorkingArea } from './import-areas.queries.ts'
import { addRemoved, findTouched, lockAdded, saveStays } from './undo-area.queries.ts'

/** Number of spots per transaction. */
const BATCH = 200

type Stays = Partial<Record<StayKind, number>>

/** Removes spots from the next batch, except spots that people have used. Returns its last spot; null at the end. */
function undoBatch(
  db: Db,
  { id, run }: WorkingArea,
  after: string | null,
  stays: Stays,
): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const spots = await lockAdded(tx, run.id, after, BATCH)
    const touched = await findTouched(tx, spots)
    const untouched = spots.filter((spot) => !touched.has(spot))
    await removeImportedSpots(tx, untouched)
    await addRemoved(tx, id, untouched.length)
    for (const why of touched.values()) stays[why] = (stays[why] ?? 0) + 1
    return spots.at(-1) ?? null
  })
}

/**
 * Removes the spots that an import added and that people haven't done anything with. Another process can start over at
 * any time, because removed spots aren't found again. Returns false if another one did.
 */
export async function undoArea(
  db: Db,
  area: WorkingArea,
  { worker, signal }: { worker: string; signal: AbortSignal },
): Promise<boolean> {
  const stays: Stays = {}
  let after: string | null = null
  do {
    signal.throwIfAborted()
    const claimed = await claimArea(db, area.id, worker)
    if (claimed === null || claimed === 'busy') return false
    after = await undoBatch(db, area, after, stays)
  } while (after !== null)
  await saveStays(db, area.id, stays)
  return true
}
