import type { SpotState } from '@nollie/contract'
import { isQueued } from '../../db/is-queued.ts'
import type { Db, Tx } from '../../db/open.ts'
import { notify } from '../notifications/index.ts'
import { lockSpotCondition, storeSpotCondition } from '../spots/index.ts'
import { decideSpotCondition } from './spot-condition.ts'
import {
  markOver,
  selectDecision,
  selectEnded,
  selectEndedSettlements,
  selectVoices,
  takeChanged,
} from './update-spot-condition.queries.ts'

/** Number of spots per transaction. */
const SPOTS_AT_ONCE = 50

/** Returns today's date in the time zone that is furthest behind. Earlier days are over in every time zone. */
function earliestDay(now: number): string {
  return new Date(now - 12 * 3_600_000).toISOString().slice(0, 10)
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockSpotCondition>>>

/** Like {@link updateSpotCondition}, for a spot that the caller has locked. */
export async function updateLocked(
  tx: Tx,
  spot_id: string,
  before: Locked,
  by: string | null,
): Promise<void> {
  const now = Date.now()
  const condition = decideSpotCondition(await selectVoices(tx, spot_id), await selectDecision(tx, spot_id), {
    now,
    today: earliestDay(now),
  })
  await storeSpotCondition(tx, spot_id, before, condition)
  await notifyCreator(tx, {
    spot_id,
    by,
    from: before.state,
    to: condition.state,
    creator: before.created_by,
  })
}

/**
 * Recalculates a spot's condition in the transaction that changed its reports; a no-op for a deleted spot. Notifies
 * the spot's creator of a new condition, unless they changed it themselves.
 * @param by the person whose report changed it
 */
export async function updateSpotCondition(tx: Tx, spot_id: string, by: string | null): Promise<void> {
  const before = await lockSpotCondition(tx, spot_id)
  if (before) await updateLocked(tx, spot_id, before, by)
}

type Change = {
  spot_id: string
  by: string | null
  from: SpotState
  to: SpotState
  creator: string | null
}

async function notifyCreator(tx: Tx, { spot_id, by, from, to, creator }: Change): Promise<void> {
  if (from === to || creator === null || creator === by) return
  await notify(tx, {
    type: 'spot_state',
    from_user_id: null,
    user_ids: [creator],
    target_id: spot_id,
    spot_id,
    renewsLine: true,
  })
}

/** Recalculates the condition of queued spots. Returns whether there are more. */
export async function updateChanged({ db }: { db: Db }): Promise<boolean> {
  if (!(await isQueued(db, 'check_changes'))) return false
  await db.transaction().execute(async (tx) => {
    for (const spot_id of await takeChanged(tx, SPOTS_AT_ONCE)) await updateSpotCondition(tx, spot_id, null)
  })
  return isQueued(db, 'check_changes')
}

/** Recalculates the condition of spots whose settlement is over. */
export async function updateSettled({ db }: { db: Db }): Promise<void> {
  for (let found = SPOTS_AT_ONCE; found === SPOTS_AT_ONCE; ) {
    const today = earliestDay(Date.now())
    const ended = await selectEndedSettlements(db, today, SPOTS_AT_ONCE)
    for (const spot_id of ended)
      await db.transaction().execute(async (tx) => {
        // Locks the spot before its settlement, in the same order as `settleSpot`.
        const spot = await lockSpotCondition(tx, spot_id)
        if ((await markOver(tx, spot_id, today)) && spot) await updateLocked(tx, spot_id, spot, null)
      })
    found = ended.length
  }
}

/** Recalculates the condition of spots whose end date (`until`) has passed. */
export async function updateEnded({ db }: { db: Db }): Promise<void> {
  for (let found = SPOTS_AT_ONCE; found === SPOTS_AT_ONCE; ) {
    const ended = await selectEnded(db, earliestDay(Date.now()), SPOTS_AT_ONCE)
    for (const spot_id of ended)
      await db.transaction().execute((tx) => updateSpotCondition(tx, spot_id, null))
    found = ended.length
  }
}
