import { LIMITS } from '@nollie/contract/limits'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { requireCard } from '../spots/index.ts'
import { listChanged } from './list-events.service.ts'
import { notifyOfListSpot } from './list-notifications.service.ts'
import { appendSpot, deleteSpot, selectOrder, writeNote, writeOrder } from './list-spots.queries.ts'
import { withOpenList, withOwnList } from './lists.service.ts'

// PostgreSQL's code for foreign_key_violation: the spot was purged in the meantime.
const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Adds a spot to the end of a list; idempotent.
 * @throws Refusal LIST_NOT_FOUND, SPOT_NOT_FOUND, LIST_FULL
 */
export function addToList(db: Db, user_id: string, id: string, spot_id: string) {
  return withOpenList(db, user_id, id, async (tx) => {
    await requireCard(tx, user_id, spot_id)
    const before = await selectOrder(tx, id)
    if (before.includes(spot_id)) return { has_spot: true }
    if (before.length >= LIMITS.list_spots) throw new Refusal('LIST_FULL')
    await appendSpot(tx, id, spot_id).catch((error: unknown) => {
      const isGone = (error as { code?: string }).code === FOREIGN_KEY_VIOLATION
      throw isGone ? new Refusal('SPOT_NOT_FOUND') : error
    })
    await notifyOfListSpot(tx, user_id, id, spot_id)
    await listChanged(tx, id)
    return { has_spot: true }
  })
}

/**
 * Removes a spot from a list, even if the spot is deleted or hidden from the list's owner; idempotent.
 * @throws Refusal LIST_NOT_FOUND
 */
export function removeFromList(db: Db, user_id: string, id: string, spot_id: string) {
  return withOpenList(db, user_id, id, async (tx) => {
    if (await deleteSpot(tx, id, spot_id)) await listChanged(tx, id)
    return { has_spot: false }
  })
}

/**
 * Changes a spot's note in a list.
 * @throws Refusal LIST_NOT_FOUND, SPOT_NOT_FOUND if it isn't in the list
 */
export function editListSpot(
  db: Db,
  user_id: string,
  { list_id, spot_id }: { list_id: string; spot_id: string },
  note: string | null,
) {
  return withOwnList(db, user_id, list_id, async (tx) => {
    if (!(await writeNote(tx, list_id, spot_id, note))) throw new Refusal('SPOT_NOT_FOUND')
    await listChanged(tx, list_id)
    return { note }
  })
}

/**
 * Merges a requested order with a list's current one. Starts with the requested spots that are still in the list, then
 * adds spots the client didn't know about. The last request wins, and no spot is lost.
 */
export function mergeOrder(now: readonly string[], wanted: readonly string[]): string[] {
  const there = new Set(now)
  const named = new Set(wanted.filter((id) => there.has(id)))
  return [...named, ...now.filter((id) => !named.has(id))]
}

/**
 * Reorders a list's spots (see {@link mergeOrder}).
 * @throws Refusal LIST_NOT_FOUND
 */
export function orderList(db: Db, user_id: string, id: string, spot_ids: readonly string[]): Promise<void> {
  return withOwnList(db, user_id, id, async (tx) => {
    await writeOrder(tx, id, mergeOrder(await selectOrder(tx, id), spot_ids))
    await listChanged(tx, id)
  })
}
