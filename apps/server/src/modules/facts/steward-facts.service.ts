import type { Viewer } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { concludeAsSteward, nameInLog, writeAuditEntry } from '../moderation/index.ts'
import { requireSpot } from '../spots/index.ts'
import { isStewardAtSpot } from '../stewards/index.ts'
import { applyChange } from './apply-change.service.ts'
import {
  type ChangeRow,
  getChange,
  insertChange,
  lockFacts,
  setState,
  setSteward,
} from './fact-changes.queries.ts'

// Returns the person affected by a steward's decision: the author of the declined suggestion or of the undone change.
async function concernedBy(
  tx: Tx,
  { state, user_id, undoes }: ChangeRow,
): Promise<string | null | undefined> {
  if (state === 'declined') return user_id
  return undoes ? (await getChange(tx, undoes)).user_id : undefined
}

/**
 * Records a viewer's decision about a change if they made it as a steward. If it affects another person, that person
 * can appeal; otherwise it's only logged. An applied change can simply be undone.
 */
export async function recordSteward(tx: Tx, jobs: Jobs, viewer: Viewer, id: string): Promise<void> {
  const change = await getChange(tx, id)
  if (viewer.is_admin || (change.state !== 'applied' && change.state !== 'declined')) return
  const spot = await requireSpot(tx, viewer.user_id, change.spot_id)
  if (spot.created_by === viewer.user_id) return
  if (!(await isStewardAtSpot(tx, viewer.user_id, change.spot_id))) return
  await setSteward(tx, id, viewer.user_id)
  const concerned = await concernedBy(tx, change)
  const reason = change.fields.join(', ')
  const steward = viewer.user_id
  if (concerned === undefined)
    return writeAuditEntry(tx, {
      admin_id: steward,
      act: 'applied_facts',
      user_id: change.user_id,
      reason: `${await nameInLog(tx, spot.id)}: ${reason}`,
    })
  await concludeAsSteward(tx, jobs, {
    steward,
    action: 'facts',
    owner_id: concerned,
    spot,
    change_id: id,
    reason,
  })
}

/**
 * Reverses a steward's decision: applies a declined suggestion, or reapplies a change that was undone.
 * @throws Refusal GONE if the decision has changed since, TOO_MANY_OBSTACLES if the spot no longer has room
 */
export async function reverseFacts(tx: Tx, viewer: Viewer, id: string): Promise<void> {
  const found = await getChange(tx, id)
  await lockFacts(tx, found.spot_id)
  const change = await getChange(tx, id)
  if (change.state === 'declined') {
    await setState(tx, id, 'open')
    return applyChange(tx, { ...change, state: 'open' })
  }
  if (change.state !== 'applied') throw new Refusal('GONE')
  const { spot_id, fields } = change
  const undoing = {
    id: uuid(),
    spot_id,
    user_id: viewer.user_id,
    fields,
    patch: {},
    undoes: id,
    is_cleanup: true,
  }
  await insertChange(tx, undoing)
  await applyChange(tx, await getChange(tx, undoing.id))
}
