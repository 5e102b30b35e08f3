import {
  LIMITS,
  mayActAsSteward,
  type NewSettlement,
  type SpotStewardship,
  type Viewer,
} from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal, refusedField } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { concludeAsSteward, nameInLog, writeAuditEntry } from '../moderation/index.ts'
import { requireSpotFor } from '../audiences/index.ts'
import { lockSpotCondition, requireSpot } from '../spots/index.ts'
import { isStewardAtSpot } from '../stewards/index.ts'
import { deleteSettlement, upsertSettlement } from './settlements.queries.ts'
import { updateLocked } from './update-spot-condition.service.ts'
import { say } from '../../platform/languages/index.ts'

type Deps = { db: Db; jobs: Jobs }

const DAY_MS = 86_400_000

/** Requires a valid end date. @throws Refusal BAD_REQUEST for a date that has passed or is too far ahead */
function requireEnd(until: string): void {
  const days = (Date.parse(until) - Date.now()) / DAY_MS
  if (days < -1) throw refusedField('BAD_REQUEST', 'until', say`Choose a future date.`)
  if (days > LIMITS.settle_days) throw refusedField('BAD_REQUEST', 'until', say`Choose an earlier date.`)
}

/** Locks a spot for its steward. @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED outside the area or for one's own spot */
async function lockForSteward(tx: Tx, viewer: Viewer, spot_id: string) {
  await requireSpotFor(tx, viewer.user_id, spot_id)
  const spot = await lockSpotCondition(tx, spot_id)
  if (!spot) throw new Refusal('SPOT_NOT_FOUND')
  const { name, created_by } = await requireSpot(tx, viewer.user_id, spot_id)
  const is_steward = viewer.is_admin || (await isStewardAtSpot(tx, viewer.user_id, spot_id))
  if (!mayActAsSteward(viewer, created_by, is_steward)) throw new Refusal('NOT_ALLOWED')
  return { id: spot_id, name, created_by, before: spot }
}

/**
 * Sets a spot's status until a given day. Until then, neither reports nor the creator can change it, and earlier
 * reports never count again. The spot's creator gets an email and can appeal.
 * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED, BAD_REQUEST
 */
export function settleSpot(
  { db, jobs }: Deps,
  viewer: Viewer,
  spot_id: string,
  { state, until, reason }: NewSettlement,
): Promise<NonNullable<SpotStewardship['settlement']>> {
  return db.transaction().execute(async (tx) => {
    requireEnd(until)
    const { created_by: owner_id, before, ...spot } = await lockForSteward(tx, viewer, spot_id)
    await upsertSettlement(tx, { spot_id, user_id: viewer.user_id, state, until })
    await updateLocked(tx, spot_id, before, viewer.user_id)
    await concludeAsSteward(tx, jobs, { steward: viewer.user_id, action: 'settle', owner_id, spot, reason })
    return { state, until, user: null }
  })
}

/**
 * Ends a settlement early, so that all reports count again.
 * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED, NOT_FOUND if there is no settlement
 */
export function endSettlement({ db }: Deps, viewer: Viewer, spot_id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { created_by, before } = await lockForSteward(tx, viewer, spot_id)
    if (!(await deleteSettlement(tx, spot_id, 'running'))) throw new Refusal('NOT_FOUND')
    await updateLocked(tx, spot_id, before, viewer.user_id)
    await writeAuditEntry(tx, {
      admin_id: viewer.user_id,
      act: 'ended_settlement',
      user_id: created_by,
      reason: await nameInLog(tx, spot_id),
    })
  })
}

/** Ends a settlement after a successful appeal; the settlement may already be over. */
export async function reverseSettlement(tx: Tx, viewer: Viewer, spot_id: string): Promise<void> {
  const before = await lockSpotCondition(tx, spot_id)
  if (!before || !(await deleteSettlement(tx, spot_id, 'any'))) return
  await updateLocked(tx, spot_id, before, viewer.user_id)
  const reason = await nameInLog(tx, spot_id)
  await writeAuditEntry(tx, { admin_id: viewer.user_id, act: 'ended_settlement', user_id: null, reason })
}
