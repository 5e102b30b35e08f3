import { ApiError, call } from './api.ts'
import { personOf, session } from './session.ts'

// Statuses of a sign-out that mean that there is no session.
const NO_SESSION_STATUSES: readonly number[] = [401, 403, 404]

/**
 * Ends this session, or with `global` every session of the person, on the server. A session that the server does not
 * know, or refuses to end, counts as ended (LIMIT-14); one that has to prove itself first does not.
 */
const endOnServer = (scope: 'local' | 'global'): Promise<unknown> =>
  call('POST /api/auth/sign-out', { query: { scope } }).catch((error: unknown) => {
    const isRefused = error instanceof ApiError && NO_SESSION_STATUSES.includes(error.status)
    if (!isRefused || error.code === 'PROOF_NEEDED') throw error
  })

/** Ends this session for a reason that is not its person's: what they typed waits on this device until they return. */
export async function endSession(): Promise<void> {
  await endOnServer('local')
  session.signedOut()
}

// Loaded before the session ends, because a newer server may have no such file any more.
const forgetting = () => import('./forget-person.ts')

/** Deletes everything of a person who signed out in another tab, also from the memory of this one. */
export const leaveTab = (user_id: string): void =>
  void forgetting()
    .then(({ forgetPerson }) => forgetPerson(user_id))
    .catch(() => undefined)
    .finally(() => location.reload())

/**
 * Runs what ends the session of a person because they want to leave, and then deletes everything of them from this
 * device, in every tab. The page that it leads to has to be loaded anew.
 */
export async function leaveDevice<T>(end: () => Promise<T>): Promise<T> {
  const { forgetPerson } = await forgetting()
  const person = personOf(session.get())
  const answer = await end()
  if (person) {
    await forgetPerson(person.user_id)
    session.left(person.user_id)
  }
  return answer
}

/** Signs out: ends the session as {@link endSession} does, and leaves nothing of the person on this device. */
export const signOut = async (scope: 'local' | 'global' = 'local'): Promise<void> =>
  void (await leaveDevice(() => endOnServer(scope)))

/** In this tab: when the account is deleted of who has just asked for it; the sign-in screen says so once. */
export const DELETION_DUE = 'nollie.deletion-due'
