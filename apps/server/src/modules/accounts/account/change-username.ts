import type { Tx } from '../../../db/open.ts'
import { isUsernameTaken, lockUsername, renameUser } from './usernames.queries.ts'
import { isUsernameWaiting } from '../sign-up/sign-ups.queries.ts'
import { isReserved, reservedUsername } from './reserved-usernames.ts'
import { normalizeUsername, usernameTaken } from './unique-usernames.ts'

/**
 * Changes a member's username. The normalized form must be unique, just like at sign-up. People can always change the
 * case of their own name.
 * @throws Refusal USERNAME_TAKEN
 */
export async function changeUsername(
  tx: Tx,
  user_id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (from === to) return
  const username = normalizeUsername(to)
  if (username !== normalizeUsername(from)) {
    await lockUsername(tx, username)
    if (isReserved(to)) throw reservedUsername()
    if ((await isUsernameTaken(tx, username)) || (await isUsernameWaiting(tx, username)))
      throw usernameTaken()
  }
  await renameUser(tx, user_id, { username, display_username: to })
}
