import { isDeepStrictEqual } from 'node:util'
import type { Viewer } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { findPlaceAt } from '../places/index.ts'
import { changeImportedSpot } from '../spots/index.ts'
import { closeConflict, findTheirPosition, lockConflict } from './conflicts.queries.ts'
import { toEdit } from './update-records.service.ts'

/**
 * Resolves a conflict: applies the source's value as an edit by the moderator, or leaves the spot unchanged. Repeating
 * the same decision is a no-op.
 * @throws Refusal NOT_FOUND, STALE if the spot has changed since or the source has a new position, CONFLICT if it was
 * resolved differently
 */
export async function decideConflict(
  db: Db,
  { user_id }: Viewer,
  id: string,
  { take, version }: { take: boolean; version: number },
): Promise<void> {
  const state = take ? 'taken' : 'kept'
  // Reads the gazetteer before the transaction, because the first read is slow and mustn't hold a lock.
  const to = take ? await findTheirPosition(db, id) : null
  const found = to && (await findPlaceAt(to.latitude, to.longitude))
  await db.transaction().execute(async (tx) => {
    const conflict = await lockConflict(tx, user_id, id)
    if (!conflict) throw new Refusal('NOT_FOUND')
    if (conflict.state === state) return
    if (conflict.state !== 'open') throw new Refusal('CONFLICT')
    if (take) {
      if (conflict.version !== version) throw new Refusal('STALE')
      const { field, theirs, spot_id } = conflict
      // An import may have stored another position after we looked up the place.
      if (field === 'position' && !isDeepStrictEqual(theirs, to)) throw new Refusal('STALE')
      await changeImportedSpot(tx, spot_id, { edit: toEdit({ [field]: theirs }), found, by: { user_id } })
    }
    await closeConflict(tx, id, { state, decided_by: user_id })
  })
}
