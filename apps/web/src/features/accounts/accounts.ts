import type { SessionUser } from '@nollie/contract'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { m } from '../../i18n/messages.ts'
import { session } from '../../lib/session.ts'
import { chooseTheme } from '../../lib/theme.ts'
import { toast } from '../../ui/toast.ts'
import type { Outcome } from '../intents/run-intent.ts'
import { dropIntent, pendingIntent, reserveIntent } from '../intents/intent-store.ts'
import type { LeftContent } from './content-choice.tsx'

/**
 * Shows a failed account call: a refusal with its own title and the server's text, anything else as an unexpected
 * error.
 */
export function showError(error: unknown, title: string): void {
  const text = messageOf(error, '')
  toast(
    text && error instanceof ApiError && error.status < 500
      ? { kind: 'error', title, description: fieldsOf(error) || text }
      : { kind: 'error', title: m.auth_oops_title(), description: m.auth_oops_text() },
  )
}

// A refused form names its fields; their texts are more precise than the sentence for the whole form.
const fieldsOf = (error: ApiError) => Object.values(error.fields).join(' ')

/** How a sign-in went: whether the person is suspended, and what became of what they had pressed before it. */
export type SignedIn = { isSuspended: boolean; outcome: Outcome | null }

/** Signs in, runs the pending intent and updates every tab. Throws `ApiError`. */
export async function signIn(email: string, password: string): Promise<SignedIn> {
  const answer = await call('POST /api/auth/sign-in', { body: { email, password } })
  // Before any screen loads: what they show has it already.
  if (answer.is_suspended) dropIntent()
  const outcome = await runWaitingIntent(answer.user)
  session.signedIn(answer)
  followPreferences()
  return { isSuspended: answer.is_suspended, outcome }
}

async function runWaitingIntent(user: SessionUser): Promise<Outcome | null> {
  if (!pendingIntent()) return null
  try {
    const { runPendingIntent } = await import('../intents/run-intent.ts')
    return await runPendingIntent(user)
  } catch {
    return null
  }
}

/** Takes the deletion of an account back and signs in, as {@link signIn}. Throws `ApiError`. */
export async function cancelDeletion(email: string, password: string): Promise<void> {
  const answer = await call('POST /api/auth/return', { body: { email, password } })
  session.signedIn(answer)
  followPreferences()
}

// What was chosen on another device is shown on this one, too.
function followPreferences(): void {
  call('GET /api/account/preferences').then(
    ({ theme }) => chooseTheme(theme),
    () => undefined,
  )
}

/** Creates an account; no session follows from it. What was pressed before waits for this person. Throws `ApiError`. */
export async function signUp(body: {
  username: string
  email: string
  password: string
  next?: string
}): Promise<void> {
  await call('POST /api/auth/sign-up', { body })
  reserveIntent(body.email)
}

/** Asks for the mail for a new password. Throws `ApiError`. */
export const forgotPassword = (email: string): Promise<void> =>
  call('POST /api/auth/password-resets', { body: { email } })

/** Sets a new password with a mailed token; every session ends. Throws `ApiError`. */
export async function setNewPassword(token: string, password: string): Promise<void> {
  await call('POST /api/auth/password', { body: { token, password } })
  session.signedOut()
}

/** Verifies an address with a mailed token; says whether the password of the sign-up counts. Throws `ApiError`. */
export const verifyEmail = (token: string): Promise<{ has_password: boolean }> =>
  call('POST /api/auth/verify', { body: { token } })

/** Proves a new address with a mailed token. Throws `ApiError`. */
export async function confirmEmail(token: string): Promise<void> {
  await call('POST /api/auth/email-confirmations', { body: { token } })
  refreshSession()
}

/** Takes a change of address back with a mailed token; every session ends. Throws `ApiError`. */
export async function undoEmail(token: string): Promise<void> {
  await call('POST /api/auth/email-undos', { body: { token } })
  refreshSession()
}

/** Asks for a link with which an account can be deleted without signing in. Throws `ApiError`. */
export const requestAccountDeletion = (email: string): Promise<void> =>
  call('POST /api/auth/leaving-mails', { body: { email } })

/** Deletes an account with a mailed token; gives the moment after which it is removed. Throws `ApiError`. */
export async function deleteAccountByLink(token: string, content: LeftContent): Promise<string> {
  const { due_at } = await call('POST /api/auth/leaving', { body: { token, content } })
  refreshSession()
  return due_at
}

// This browser may be signed in to the account it was about, or to another one.
const refreshSession = () => void session.refresh().catch(() => undefined)

/** Sends the verification mail again and shows a toast. */
export async function resendVerification(email: string): Promise<void> {
  try {
    await call('POST /api/auth/verification-mails', { body: { email } })
    toast({ kind: 'success', title: m.auth_resend_ok_title(), description: m.auth_resend_ok_text() })
  } catch (error) {
    showError(error, m.auth_resend_failed())
  }
}
