import type { Spot } from '@nollie/contract'
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

/**
 * Renames a spot after a change was applied: to the name that members agreed on, or back to the guess if they undid it.
 * A name that someone gave the spot since then stays.
 */
export async function writeName(
  tx: Tx,
  change: ChangeRow,
  { guess, name }: { guess: string | null; name: FieldValues[string] | undefined },
): Promise<void> {
  const { spot_id, user_id } = change
  if (typeof name === 'string') {
    if (guess === null) return
    await renameLocked(tx, spot_id, { from: guess, to: name, isGuess: false, user_id })
    return declineOtherNames(tx, change)
  }
  const last = await findLastName(tx, spot_id)
  if (last?.guess)
    await renameLocked(tx, spot_id, { from: last.name, to: last.guess, isGuess: true, user_id })
}
