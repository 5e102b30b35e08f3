import { obstacleField, type SpotFacts, type Viewer } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { requireSpot } from '../spots/index.ts'
import { applyUnlimited, countSurplus, decide } from './apply-change.service.ts'
import {
  getChange,
  insertChange,
  lockFacts,
  selectChangesOf,
  selectSpotsOf,
  setState,
} from './fact-changes.queries.ts'
import { type FactsRow, selectFacts } from './facts.queries.ts'
import { type Deps, getFacts, rightAt } from './facts.service.ts'
import { recordSteward } from './steward-facts.service.ts'

const BATCH = 100
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Removes restored obstacles that exceed the limit. Records this as a change, so that it appears in the history and can
 * be undone once there is room.
 */
async function removeSurplus(
  tx: Tx,
  viewer: Viewer,
  spot_id: string,
  before: FactsRow,
): Promise<string | null> {
  const after = await selectFacts(tx, spot_id)
  const surplus = countSurplus(before, after)
  if (surplus === 0) return null
  const known = new Set(before.obstacles.map(({ id }) => id))
  const back = after.obstacles.filter(({ id }) => !known.has(id)).map(({ id }) => obstacleField(id))
  const fields = back.slice(-surplus)
  const id = uuid()
  const patch = Object.fromEntries(fields.map((field) => [field, null]))
  await insertChange(tx, { id, spot_id, user_id: viewer.user_id, fields, patch, undoes: null })
  await applyUnlimited(tx, await getChange(tx, id))
  return id
}

/**
 * Undoes a person's changes to a spot, latest first, and declines their suggestions. A creator's undo of disputed
 * fields remains a suggestion, so disputes can't be bypassed. Works even if the spot is full (see
 * {@link removeSurplus}).
 */
async function undoAt(
  tx: Tx,
  jobs: Jobs | null,
  viewer: Viewer,
  { spot_id, user_id }: { spot_id: string; user_id: string },
): Promise<number> {
  await lockFacts(tx, spot_id)
  const before = await selectFacts(tx, spot_id)
  const changes = await selectChangesOf(tx, spot_id, user_id)
  for (const { id, fields, state } of changes) {
    if (state === 'open') {
      await setState(tx, id, 'declined')
      if (jobs) await recordSteward(tx, jobs, viewer, id)
      continue
    }
    const undoing = { id: uuid(), spot_id, user_id: viewer.user_id, fields, patch: {}, undoes: id }
    await insertChange(tx, { ...undoing, is_cleanup: viewer.is_admin })
    const change = await getChange(tx, undoing.id)
    await (viewer.is_admin ? applyUnlimited(tx, change) : decide(tx, change, applyUnlimited))
    if (jobs) await recordSteward(tx, jobs, viewer, change.id)
  }
  const removal = await removeSurplus(tx, viewer, spot_id, before)
  if (removal && jobs) await recordSteward(tx, jobs, viewer, removal)
  return changes.length
}

/**
 * Undoes all of a person's changes to a spot.
 * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED
 */
export function undoFactsOf(
  { db, jobs }: Deps,
  viewer: Viewer,
  spot_id: string,
  user_id: string,
): Promise<SpotFacts> {
  return db.transaction().execute(async (tx) => {
    const spot = await requireSpot(tx, viewer.user_id, spot_id)
    if ((await rightAt(tx, viewer, spot)) === null) throw new Refusal('NOT_ALLOWED')
    await undoAt(tx, jobs, viewer, { spot_id, user_id })
    return getFacts(tx, viewer, spot_id)
  })
}

/** Undoes all of a person's changes, spot by spot. Safe to run again after an interruption. */
export async function undoFactsEverywhere(
  db: Db,
  viewer: Viewer,
  user_id: string,
): Promise<{ spots: number; changes: number }> {
  const undone = { spots: 0, changes: 0 }
  for (let after = FIRST; ; ) {
    const spots = await selectSpotsOf(db, user_id, after, BATCH)
    const last = spots.at(-1)
    if (last === undefined) return undone
    for (const spot_id of spots) {
      undone.changes += await db.transaction().execute((tx) => undoAt(tx, null, viewer, { spot_id, user_id }))
      undone.spots += 1
    }
    after = last
  }
}
