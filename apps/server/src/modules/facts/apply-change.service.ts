import { LIMITS, NAME_FIELD, obstacleField } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'
import type { FieldValues } from '../../db/tables/facts.ts'
import { Refusal } from '../../platform/http/index.ts'
import { findGuessedName } from '../spots/index.ts'
import { decideSuggestion } from './decide-suggestion.ts'
import {
  type ChangeRow,
  getChange,
  markApplied,
  selectLastValues,
  selectVoices,
  setState,
  writeValues,
} from './fact-changes.queries.ts'
import { type FactsRow, selectFacts } from './facts.queries.ts'
import { writeName } from './name.service.ts'

/** Converts a spot's facts and obstacles to field values. */
export function toValues({ facts, obstacles }: Pick<FactsRow, 'facts' | 'obstacles'>): FieldValues {
  return {
    ...facts,
    ...Object.fromEntries(obstacles.map(({ id, ...obstacle }) => [obstacleField(id), obstacle])),
  }
}

/** Undoes a change, or reapplies it if an undo is being undone. Returns false if it's no longer applied. */
async function undoTarget(tx: Tx, id: string): Promise<boolean> {
  const target = await getChange(tx, id)
  if (target.state !== 'applied') return false
  await setState(tx, target.id, 'undone')
  // Reapplies the changes that this one had undone. If one of them was itself an undo, its target is undone again, and
  // so on.
  for (let next = target.undoes, state = 'applied' as ChangeRow['state']; next; ) {
    await setState(tx, next, state)
    next = (await getChange(tx, next)).undoes
    state = state === 'applied' ? 'undone' : 'applied'
  }
  return true
}

/** Like {@link applyChange}, but doesn't limit the number of obstacles. */
export async function applyUnlimited(tx: Tx, change: ChangeRow): Promise<void> {
  const isNaming = change.fields.includes(NAME_FIELD)
  const guess = isNaming ? await findGuessedName(tx, change.spot_id) : null
  // Someone has named the spot since this name was suggested.
  if (isNaming && !change.undoes && guess === null) return setState(tx, change.id, 'declined')
  const now: FieldValues = { ...toValues(await selectFacts(tx, change.spot_id)), [NAME_FIELD]: guess }
  if (change.undoes && !(await undoTarget(tx, change.undoes))) return setState(tx, change.id, 'declined')
  const values: FieldValues = change.undoes
    ? await selectLastValues(tx, change.spot_id, change.fields)
    : change.patch
  const before = Object.fromEntries(change.fields.map((field) => [field, now[field] ?? null]))
  const version = await markApplied(tx, change, { patch: values, before })
  if (isNaming) await writeName(tx, change, { guess, name: values[NAME_FIELD] })
  await writeValues(tx, change.spot_id, values, version)
}

/** Returns how many of a spot's obstacles exceed both the limit and the previous number. */
export function countSurplus(before: FactsRow, after: FactsRow): number {
  return Math.max(0, after.obstacles.length - Math.max(LIMITS.obstacles_max, before.obstacles.length))
}

/**
 * Applies a change to its spot's facts, which the caller must have locked.
 * @throws Refusal TOO_MANY_OBSTACLES, including when an undo would restore obstacles that no longer fit
 */
export async function applyChange(tx: Tx, change: ChangeRow): Promise<void> {
  const before = await selectFacts(tx, change.spot_id)
  await applyUnlimited(tx, change)
  const after = await selectFacts(tx, change.spot_id)
  if (countSurplus(before, after) > 0) throw new Refusal('TOO_MANY_OBSTACLES')
}

/** Applies or declines a suggestion if it has enough votes. The caller must have locked the spot's facts. */
export async function decide(tx: Tx, change: ChangeRow, apply = applyChange): Promise<void> {
  const { voices, disputed } = await selectVoices(tx, change.id)
  const verdict = decideSuggestion(voices, disputed)
  if (verdict === 'apply') await apply(tx, change)
  if (verdict === 'decline') await setState(tx, change.id, 'declined')
}
