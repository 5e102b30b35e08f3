import type { SessionUser } from '@nollie/contract'
import { ApiError, call, getMessage } from '../../lib/api.ts'
import { m } from '../../i18n/messages.ts'
import { session } from '../../lib/session.ts'
import { followLanguage } from '../../lib/page/page-language.ts'
import { chooseTheme } from '../../lib/theme.ts'
import { type ToastText, toast } from '../../ui/toast.ts'
import { type Outcome, dropIntent, pendingIntent, reserveIntent, runPendingIntent } from '../intents/index.ts'
import type { LeftContent } from './account/content-choice.tsx'
import { withChallenge } from './sign-up/with-challenge.ts'
import { passSecondStep, type SignInAnswer } from './two-factor/second-step.ts'

/**
 * Builds the toast for a failed account request. If the server refused the request, the toast has a specific title and
 * the server's message; any other error is reported as unexpected.
 */
export function explainFailure(error: unknown, title: string): ToastText {
  const text = getMessage(error, '')
  return text && error instanceof ApiError && error.status < 500
    ? { title, description: joinFields(error) || text }
    : { title: m.accounts_error_title(), description: m.accounts_error_text() }
}

// Field errors are more precise than the message for the whole form.
function joinFields(error: ApiError) {
  return Object.values(error.fields).join(' ')
}

/** The result of signing in: whether the person is suspended, and the outcome of the pending intent. */
export type SignedIn = { isSuspended: boolean; outcome: Outcome | null }

/** Signs in with a password; see {@link enter}. Throws `ApiError`. */
export async function signIn(email: string, password: string): Promise<SignedIn> {
  return enter(call('POST /api/auth/sign-in', { body: { email, password } }))
}

/**
 * Completes any kind of sign-in: asks for the second factor if there is one, runs the pending intent, and updates all
 * open tabs. Throws `ApiError`.
 */
export async function enter(asked: Promise<SignInAnswer>): Promise<SignedIn> {
  const answer = await passSecondStep(asked)
  // This runs before any screen loads, so screens already show the intent's result.
  if (answer.is_suspended) dropIntent()
  const outcome = await runWaitingIntent(answer.user)
  publishSignedIn(answer)
  return { isSuspended: answer.is_suspended, outcome }
}

async function runWaitingIntent(user: SessionUser): Promise<Outcome | null> {
  if (!pendingIntent()) return null
  try {
    return await runPendingIntent(user)
  } catch {
    return null
  }
}

/** Cancels an account's deletion and signs in; see {@link signIn}. Throws `ApiError`. */
export async function cancelDeletion(email: string, password: string): Promise<void> {
  publishSignedIn(await passSecondStep(call('POST /api/auth/return', { body: { email, password } })))
}

function publishSignedIn(answer: SignInAnswer): void {
  session.signedIn(answer)
  if (answer.aal === 'aal2') session.publish('mfa_verified')
  followPreferences()
}

// Applies preferences set on another device.
function followPreferences(): void {
  call('GET /api/account/preferences').then(
    ({ theme, language }) => {
      chooseTheme(theme)
      followLanguage(language)
    },
    () => undefined,
  )
}

/** Creates an account without signing in, and stores the pending intent for its owner. Throws `ApiError`. */
export async function signUp(body: {
  username: string
  email: string
  password: string
  next?: string
}): Promise<void> {
  await withChallenge((headers) => call('POST /api/auth/sign-up', { body, headers }))
  reserveIntent(body.email)
}

/** Requests a password reset email. Throws `ApiError`. */
export function forgotPassword(email: string): Promise<void> {
  return withChallenge((headers) => call('POST /api/auth/password-resets', { body: { email }, headers }))
}

/** Sets a new password with an emailed token, which ends all sessions. Throws `ApiError`. */
export async function setNewPassword(token: string, password: string): Promise<void> {
  await call('POST /api/auth/password', { body: { token, password } })
  session.signedOut()
}

/** Verifies an email address with a token; returns whether the sign-up's password is valid. Throws `ApiError`. */
export function verifyEmail(token: string): Promise<{ email: string; has_password: boolean }> {
  return call('POST /api/auth/verify', { body: { token } })
}

/** Confirms a new email address with an emailed token. Throws `ApiError`. */
export async function confirmEmail(token: string): Promise<void> {
  await call('POST /api/auth/email-confirmations', { body: { token } })
  refreshSession()
}

/** Reverts an email address change with an emailed token, which ends all sessions. Throws `ApiError`. */
export async function undoEmail(token: string): Promise<void> {
  await call('POST /api/auth/email-undos', { body: { token } })
  refreshSession()
}

/** Unlinks a newly linked identity with the token from the notification email. Throws `ApiError`. */
export async function undoIdentity(token: string): Promise<void> {
  await call('POST /api/auth/identity-undos', { body: { token } })
  refreshSession()
}

/** Locks the account after an unauthorized change, with the token from the notification email. Throws `ApiError`. */
export async function closeAccount(token: string): Promise<void> {
  await call('POST /api/auth/not-me', { body: { token } })
  refreshSession()
}

/** Cancels the recovery of an account whose second factor was lost, with an emailed token. Throws `ApiError`. */
export async function stopRecovery(token: string): Promise<void> {
  await call('POST /api/auth/factor-recovery-stops', { body: { token } })
}

/** Turns off two-step sign-in with an emailed token, which ends all sessions. Throws `ApiError`. */
export async function finishRecovery(token: string): Promise<void> {
  await call('POST /api/auth/factor-recovery-ends', { body: { token } })
  refreshSession()
}

/** Requests an account deletion link without signing in. Throws `ApiError`. */
export function requestAccountDeletion(email: string): Promise<void> {
  return withChallenge((headers) => call('POST /api/auth/leaving-mails', { body: { email }, headers }))
}

/** Deletes an account with an emailed token; returns when its data will be removed. Throws `ApiError`. */
export async function deleteAccountByLink(token: string, content: LeftContent): Promise<string> {
  const { due_at } = await call('POST /api/auth/leaving', { body: { token, content } })
  refreshSession()
  return due_at
}

// This browser may be signed in to this account or to another one.
function refreshSession() {
  return void session.refresh().catch(() => undefined)
}

/** Resends the verification email and shows a toast. Throws `ApiError`. */
export async function resendVerification(email: string): Promise<void> {
  await withChallenge((headers) => call('POST /api/auth/verification-mails', { body: { email }, headers }))
  toast({ kind: 'success', title: m.accounts_resend_ok_title(), description: m.accounts_resend_ok_text() })
}
