import { LIMITS } from '@nollie/contract/limits'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { requireCard } from '../spots/index.ts'
import { listChanged } from './list-events.service.ts'
import { notifyOfListSpot } from './list-notifications.service.ts'
import { appendSpot, deleteSpot, selectOrder, writeNote, writeOrder } from './list-spots.queries.ts'
import { withOpenList, withOwnList } from './lists.service.ts'

// PostgreSQL's foreign_key_violation: the spot was purged meanwhile.
const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Adds a spot to the end of a list; repeating it changes nothing.
 * @throws Refusal LIST_NOT_FOUND, SPOT_NOT_FOUND, LIST_FULL
 */
export const addToList = (db: Db, user_id: string, id: string, spot_id: string) =>
  withOpenList(db, user_id, id, async (tx) => {
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

/**
 * Removes a spot from a list, even if it is deleted or invisible to the list's owner; repeating it changes nothing.
 * @throws Refusal LIST_NOT_FOUND
 */
export const removeFromList = (db: Db, user_id: string, id: string, spot_id: string) =>
  withOpenList(db, user_id, id, async (tx) => {
    if (await deleteSpot(tx, id, spot_id)) await listChanged(tx, id)
    return { has_spot: false }
  })

/**
 * Writes the note of a spot in a list.
 * @throws Refusal LIST_NOT_FOUND, SPOT_NOT_FOUND if it is not in the list
 */
export const editListSpot = (
  db: Db,
  user_id: string,
  { list_id, spot_id }: { list_id: string; spot_id: string },
  note: string | null,
) =>
  withOwnList(db, user_id, list_id, async (tx) => {
    if (!(await writeNote(tx, list_id, spot_id, note))) throw new Refusal('SPOT_NOT_FOUND')
    await listChanged(tx, list_id)
    return { note }
  })

/**
 * The order of a list after a reorder request: the named spots that still exist, then spots the sender did not see, in
 * their order. So the last order wins, and no spot is lost.
 */
export const mergedOrder = (now: readonly string[], wanted: readonly string[]): string[] => {
  const there = new Set(now)
  const named = new Set(wanted.filter((id) => there.has(id)))
  return [...named, ...now.filter((id) => !named.has(id))]
}

/**
 * Reorders the spots of a list, see {@link mergedOrder}.
 * @throws Refusal LIST_NOT_FOUND
 */
export const orderList = (db: Db, user_id: string, id: string, spot_ids: readonly string[]): Promise<void> =>
  withOwnList(db, user_id, id, async (tx) => {
    await writeOrder(tx, id, mergedOrder(await selectOrder(tx, id), spot_ids))
    await listChanged(tx, id)
  })
