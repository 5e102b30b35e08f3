import { NAME_FIELD, type Spot } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'
import type { FieldValues } from '../../db/tables/facts.ts'
import { Refusal } from '../../platform/http/index.ts'
import { findGuessedName, renameLocked } from '../spots/index.ts'
import type { ChangeRow } from './fact-changes.queries.ts'
import { declineOtherNames, findLastName } from './name.queries.ts'

/**
 * @throws Refusal CONFLICT if the spot has a name that isn't a guess, or if moderators hid its name
 */
export async function requireGuessedName(tx: Tx, { id }: Pick<Spot, 'id'>): Promise<void> {
  if ((await findGuessedName(tx, id)) === null) throw new Refusal('CONFLICT')
}

/** Whether a change names a spot that has been named in the meantime. */
export async function isNamedAlready(tx: Tx, { spot_id, fields, undoes }: ChangeRow): Promise<boolean> {
  return fields.includes(NAME_FIELD) && undoes === null && (await findGuessedName(tx, spot_id)) === null
}

/** Returns the guess that a name is about to replace; null if the name isn't a guess. */
export async function readGuess(tx: Tx, { spot_id }: ChangeRow): Promise<FieldValues> {
  return { [NAME_FIELD]: await findGuessedName(tx, spot_id) }
}

/**
 * Renames a spot after a change was applied: to the name that members agreed on, or back to the guess if they undid it.
 * A name that someone gave the spot since then stays.
 */
export async function writeName(tx: Tx, change: ChangeRow, values: FieldValues): Promise<void> {
  const { spot_id, user_id } = change
  const name = values[NAME_FIELD]
  if (typeof name === 'string') {
    const guess = await findGuessedName(tx, spot_id)
    if (guess === null) return
    await renameLocked(tx, spot_id, { from: guess, to: name, isGuess: false, user_id })
    return declineOtherNames(tx, change)
  }
  const last = await findLastName(tx, spot_id)
  if (last?.guess)
    await renameLocked(tx, spot_id, { from: last.name, to: last.guess, isGuess: true, user_id })
}
