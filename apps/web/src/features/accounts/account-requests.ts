import type { SessionUser } from '@nollie/contract'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { m } from '../../i18n/messages.ts'
import { session } from '../../lib/session.ts'
import { followLanguage } from '../../lib/page-language.ts'
import { chooseTheme } from '../../lib/theme.ts'
import { type ToastText, toast } from '../../ui/toast.ts'
import { type Outcome, dropIntent, pendingIntent, reserveIntent, runPendingIntent } from '../intents/index.ts'
import type { LeftContent } from './content-choice.tsx'
import { withChallenge } from './with-challenge.ts'
import { passSecondStep, type SignInAnswer } from './second-step.ts'

/**
 * The toast for a failed account call: a refusal with its own title and the server's text, anything else as an
 * unexpected error.
 */
export function explainFailure(error: unknown, title: string): ToastText {
  const text = messageOf(error, '')
  return text && error instanceof ApiError && error.status < 500
    ? { title, description: fieldsOf(error) || text }
    : { title: m.accounts_oops_title(), description: m.accounts_oops_text() }
}

// The fields' errors are more precise than the sentence for the whole form.
const fieldsOf = (error: ApiError) => Object.values(error.fields).join(' ')

/** The result of a sign-in: whether the person is suspended, and the outcome of the pending intent. */
export type SignedIn = { isSuspended: boolean; outcome: Outcome | null }

/** Signs in with a password, as {@link enter}. Throws `ApiError`. */
export const signIn = async (email: string, password: string): Promise<SignedIn> =>
  enter(call('POST /api/auth/sign-in', { body: { email, password } }))

/**
 * What follows every way of signing in: asks for the second step where there is one, runs the pending intent and updates
 * every tab. Throws `ApiError`.
 */
export async function enter(asked: Promise<SignInAnswer>): Promise<SignedIn> {
  const answer = await passSecondStep(asked)
  // Before any screen loads, so that the screens already show its result.
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

/** Cancels the deletion of an account and signs in, as {@link signIn}. Throws `ApiError`. */
export async function cancelDeletion(email: string, password: string): Promise<void> {
  publishSignedIn(await passSecondStep(call('POST /api/auth/return', { body: { email, password } })))
}

function publishSignedIn(answer: SignInAnswer): void {
  session.signedIn(answer)
  if (answer.aal === 'aal2') session.publish('mfa_verified')
  followPreferences()
}

// Preferences set on another device apply on this one, too.
function followPreferences(): void {
  call('GET /api/account/preferences').then(
    ({ theme, language }) => {
      chooseTheme(theme)
      followLanguage(language)
    },
    () => undefined,
  )
}

/** Creates an account, without a session. The pending intent waits for this person. Throws `ApiError`. */
export async function signUp(body: {
  username: string
  email: string
  password: string
  next?: string
}): Promise<void> {
  await withChallenge((headers) => call('POST /api/auth/sign-up', { body, headers }))
  reserveIntent(body.email)
}

/** Requests the mail for a new password. Throws `ApiError`. */
export const forgotPassword = (email: string): Promise<void> =>
  withChallenge((headers) => call('POST /api/auth/password-resets', { body: { email }, headers }))

/** Sets a new password with a mailed token; every session ends. Throws `ApiError`. */
export async function setNewPassword(token: string, password: string): Promise<void> {
  await call('POST /api/auth/password', { body: { token, password } })
  session.signedOut()
}

/** Verifies an address with a mailed token; returns whether the password of the sign-up is valid. Throws `ApiError`. */
export const verifyEmail = (token: string): Promise<{ has_password: boolean }> =>
  call('POST /api/auth/verify', { body: { token } })

/** Confirms a new address with a mailed token. Throws `ApiError`. */
export async function confirmEmail(token: string): Promise<void> {
  await call('POST /api/auth/email-confirmations', { body: { token } })
  refreshSession()
}

/** Reverts a change of address with a mailed token; every session ends. Throws `ApiError`. */
export async function undoEmail(token: string): Promise<void> {
  await call('POST /api/auth/email-undos', { body: { token } })
  refreshSession()
}

/** Undoes the linking of an identity with the token of the mail about it. Throws `ApiError`. */
export async function undoIdentity(token: string): Promise<void> {
  await call('POST /api/auth/identity-undos', { body: { token } })
  refreshSession()
}

/** Closes the account to whoever changed it, with the token of the mail about that change. Throws `ApiError`. */
export async function closeAccount(token: string): Promise<void> {
  await call('POST /api/auth/not-me', { body: { token } })
  refreshSession()
}

/** Stops the recovery of an account without its second step, with a mailed token. Throws `ApiError`. */
export async function stopRecovery(token: string): Promise<void> {
  await call('POST /api/auth/factor-recovery-stops', { body: { token } })
}

/** Turns the two-step sign-in off with a mailed token; every session ends. Throws `ApiError`. */
export async function finishRecovery(token: string): Promise<void> {
  await call('POST /api/auth/factor-recovery-ends', { body: { token } })
  refreshSession()
}

/** Requests a link with which an account can be deleted without signing in. Throws `ApiError`. */
export const requestAccountDeletion = (email: string): Promise<void> =>
  withChallenge((headers) => call('POST /api/auth/leaving-mails', { body: { email }, headers }))

/** Deletes an account with a mailed token; returns the time of its removal. Throws `ApiError`. */
export async function deleteAccountByLink(token: string, content: LeftContent): Promise<string> {
  const { due_at } = await call('POST /api/auth/leaving', { body: { token, content } })
  refreshSession()
  return due_at
}

// This browser may be signed in to that account, or to another one.
const refreshSession = () => void session.refresh().catch(() => undefined)

/** Requests the verification mail again, and shows in a toast that it was sent. Throws `ApiError`. */
export async function resendVerification(email: string): Promise<void> {
  await withChallenge((headers) => call('POST /api/auth/verification-mails', { body: { email }, headers }))
  toast({ kind: 'success', title: m.accounts_resend_ok_title(), description: m.accounts_resend_ok_text() })
}
