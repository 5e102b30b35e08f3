import type { Tx } from '../../db/open.ts'
import { isUsernameTaken, isUsernameWaiting, lockUsername, renameUser } from './accounts.queries.ts'
import { foldUsername, isReserved, reservedUsername, usernameTaken } from './usernames.ts'

/**
 * Gives a member another username, unique without regard to case and look-alike signs, as at the sign-up. Another case
 * of one's own name is always free.
 * @throws Refusal USERNAME_TAKEN
 */
export const changeUsername = async (
  tx: Tx,
  user_id: string,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  if (from === to) return
  const username = foldUsername(to)
  if (username !== foldUsername(from)) {
    await lockUsername(tx, username)
    if (isReserved(to)) throw reservedUsername()
    if ((await isUsernameTaken(tx, username)) || (await isUsernameWaiting(tx, username)))
      throw usernameTaken()
  }
  await renameUser(tx, user_id, { username, display_username: to })
}
