import type { SpotState } from '@nollie/contract'
import type { Db, Tx } from '../../../db/open.ts'
import { updateSpot } from '../edit/edit-spot.queries.ts'
import { insertEdit } from '../edit/spot-history.queries.ts'
import { type SpotConditionRow, takeOffMap } from './spot-condition.queries.ts'

/** Maximum number of spots taken off the map per transaction. */
const BATCH = 500

type NewCondition = {
  state: SpotState
  until: string | null
  confirmed_at: number | null
  confirmed_by: number
}

/** Returns the columns for a spot that becomes `gone` or `open`. */
export function toStatusColumns(status: 'open' | 'gone') {
  return {
    status,
    gone_since: status === 'gone' ? new Date() : null,
    left_map_at: null,
  }
}

function isStored(state: SpotState): state is Exclude<SpotState, 'gone' | 'unverified'> {
  return state !== 'gone' && state !== 'unverified'
}

/**
 * Stores a locked spot's condition according to its reports. If the spot becomes `gone` or open again, the history
 * records it without a name.
 */
export async function storeSpotCondition(
  tx: Tx,
  id: string,
  before: SpotConditionRow,
  condition: NewCondition,
): Promise<void> {
  const { state, until, confirmed_at, confirmed_by } = condition
  const status = state === 'gone' ? 'gone' : 'open'
  await updateSpot(tx, id, {
    spot_state: isStored(state) ? state : null,
    state_until: until,
    confirmed_at: confirmed_at === null ? null : new Date(confirmed_at),
    confirmed_by,
    ...(status === before.status ? {} : toStatusColumns(status)),
  })
  if (status === before.status) return
  const { version } = before
  await insertEdit(tx, {
    spot_id: id,
    user_id: null,
    action: 'status',
    version,
    before: { status: before.status },
  })
}

/** Takes spots off the map that have been `gone` for a year. */
export async function takeGoneOffMap(db: Db): Promise<void> {
  for (let taken = BATCH; taken === BATCH; )
    taken = await db.transaction().execute((tx) => takeOffMap(tx, BATCH))
}
