import { ApiError, call } from './api.ts'
import { getPerson, session } from './session.ts'

// Sign-out response statuses that mean there's no session.
const NO_SESSION_STATUSES: readonly number[] = [401, 403, 404]

/**
 * Ends this session on the server, or all of the person's sessions if `scope` is `global`. A session that the server
 * doesn't know or refuses to end counts as ended (LIMIT-14), unless the server first requires re-authentication.
 */
function endOnServer(scope: 'local' | 'global'): Promise<unknown> {
  return call('POST /api/auth/sign-out', { query: { scope } }).catch((error: unknown) => {
    const isRefused = error instanceof ApiError && NO_SESSION_STATUSES.includes(error.status)
    if (!isRefused || error.code === 'PROOF_NEEDED') throw error
  })
}

/** Ends this session because of an error. Text that the person typed stays on this device until they return. */
export async function endSession(): Promise<void> {
  await endOnServer('local')
  session.signedOut()
}

// Loaded before the session ends, because a newer server may no longer have this file.
function forgetting() {
  return import('./forget-person.ts')
}

/** Deletes all data of a person who signed out in another tab, including from this tab's memory. */
export function leaveTab(user_id: string): void {
  return void forgetting()
    .then(({ forgetPerson }) => forgetPerson(user_id))
    .catch(() => undefined)
    .finally(() => location.reload())
}

/**
 * Runs `end`, which ends the session because the person wants to leave, then deletes all their data from this device,
 * in every tab. Reload the page afterwards.
 */
export async function leaveDevice<T>(end: () => Promise<T>): Promise<T> {
  const { forgetPerson } = await forgetting()
  const person = getPerson(session.get())
  const answer = await end()
  if (person) {
    await forgetPerson(person.user_id)
    session.left(person.user_id)
  }
  return answer
}

/** Signs out: ends the session, and deletes all of the person's data from this device. */
export async function signOut(scope: 'local' | 'global' = 'local'): Promise<void> {
  return void (await leaveDevice(() => endOnServer(scope)))
}

/**
 * Session storage key for the date on which an account will be deleted. The sign-in screen shows it once after the
 * request.
 */
export const DELETION_DUE = 'nollie.deletion-due'
