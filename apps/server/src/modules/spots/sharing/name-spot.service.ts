import type { Tx } from '../../../db/open.ts'
import { readLockedSpot } from '../edit/edit-spot.queries.ts'
import { writeChanges } from '../edit/edit-spot.service.ts'
import { setNameGuess } from './guessed-names.queries.ts'

type Rename = { from: string | null; to: string; isGuess: boolean; user_id: string | null }

/**
 * Renames a spot that the caller has locked, like an edit by this person, and says whether the new name is a guess.
 * Does nothing for a deleted spot, or if `from` is set and isn't the spot's name anymore.
 */
export async function renameLocked(
  tx: Tx,
  id: string,
  { from, to, isGuess, user_id }: Rename,
): Promise<void> {
  const spot = await readLockedSpot(tx, id)
  if (!spot || (from !== null && from !== spot.name)) return
  if (to !== spot.name) await writeChanges(tx, spot, { name: to }, { user_id })
  await setNameGuess(tx, id, isGuess)
}
