import type { Check, SpotCondition, Viewer } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { isKnownTo } from '../audiences/index.ts'
import { writeAuditEntry } from '../moderation/index.ts'
import { isVisibleTo } from '../blocks/index.ts'
import { lockSpotCondition, requireSpot, selectSpotCondition } from '../spots/index.ts'
import {
  CHECKS_PAGE,
  type CheckCursor,
  deleteCheck,
  deleteChecksOf,
  findCheck,
  selectChecks,
} from './checks.queries.ts'
import { updateSpotCondition } from './update-spot-condition.service.ts'

const ChecksCursor = z.tuple([z.literal('checks'), z.iso.datetime(), z.uuid()])

/**
 * Returns a page of a spot's status reports, newest first.
 * @throws Refusal SPOT_NOT_FOUND, BAD_CURSOR
 */
export async function checksPage(
  db: Db,
  viewer: string,
  spot_id: string,
  cursor: string | undefined,
): Promise<{ items: Check[]; next_cursor: string | null }> {
  let after: CheckCursor | null = null
  if (cursor !== undefined) {
    const [, seen_at, id] = readCursor(ChecksCursor, cursor)
    after = { seen_at, id }
  }
  await requireSpot(db, viewer, spot_id)
  const found = await selectChecks(db, viewer, spot_id, after)
  const items = found.slice(0, CHECKS_PAGE)
  const last = found.length > CHECKS_PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor(['checks', last.seen_at, last.id]) : null }
}

const REASON = 'Checks of spots'

/**
 * Withdraws one's own report, or deletes another person's as an admin. The spot's status is recalculated.
 * @throws Refusal CHECK_NOT_FOUND, including for another person's report, and if the spot is no longer visible
 */
export function removeCheck(db: Db, viewer: Viewer, id: string): Promise<SpotCondition> {
  return db.transaction().execute(async (tx) => {
    const check = await findCheck(tx, id)
    if (!check) throw new Refusal('CHECK_NOT_FOUND')
    const { user_id, spot_id } = check
    const isOwn = user_id === viewer.user_id
    if (!isOwn && !viewer.is_admin) throw new Refusal('CHECK_NOT_FOUND')
    if (!(await isKnownTo(tx, viewer.user_id, spot_id))) throw new Refusal('CHECK_NOT_FOUND')
    const spot = await lockSpotCondition(tx, spot_id)
    if (!spot || !(await deleteCheck(tx, id))) throw new Refusal('CHECK_NOT_FOUND')
    if (!isOwn)
      await writeAuditEntry(tx, { admin_id: viewer.user_id, act: 'deleted', user_id, reason: REASON })
    await updateSpotCondition(tx, spot_id, viewer.user_id)
    return selectSpotCondition(tx, spot_id)
  })
}

/**
 * Deletes all of a person's reports. The status of the affected spots is recalculated shortly after.
 * @throws Refusal PERSON_NOT_FOUND
 */
export function dropChecksOf(db: Db, viewer: Viewer, user_id: string): Promise<{ dropped: number }> {
  return db.transaction().execute(async (tx) => {
    const dropped = await deleteChecksOf(tx, user_id)
    if (dropped === 0 && !(await isVisibleTo(tx, viewer.user_id, user_id)))
      throw new Refusal('PERSON_NOT_FOUND')
    if (dropped > 0)
      await writeAuditEntry(tx, { admin_id: viewer.user_id, act: 'deleted', user_id, reason: REASON })
    return { dropped }
  })
}
