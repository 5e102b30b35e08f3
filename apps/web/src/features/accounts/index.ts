export {
  closeAccount,
  confirmEmail,
  explainFailure,
  finishRecovery,
  setNewPassword,
  stopRecovery,
  undoEmail,
  undoIdentity,
  verifyEmail,
} from './account-requests.ts'
export { AuthFrame } from './auth-frame.tsx'
export { CodeForm } from './code-form.tsx'
export { findRequestedCode, needsUsername, requestCode, signInWithCode } from './code-requests.ts'
export { ContentChoice, type LeftContent } from './content-choice.tsx'
export { ConfirmDeletionForm, RequestDeletionForm } from './deletion-forms.tsx'
export { dueDay } from './due-day.ts'
export { ForgotForm } from './forgot-form.tsx'
export { MailForm } from './mail-form.tsx'
export { MailedQuestion } from './mailed-question.tsx'
export { useMailedLink, useMailedToken } from './mailed-token.ts'
export { NameForm } from './username-form.tsx'
export { MoreWays } from './more-ways.tsx'
export { dropPasskeyOffer } from './passkey-offer.ts'
export { addPasskey, askForPasskey, canUsePasskeys, isCancelled, isThere } from './passkeys.ts'
export { PhoneForm } from './phone-form.tsx'
export { needsEmail, phoneServiceQuery, readPhone, signInWithPhoneCode } from './phone-requests.ts'
export { ProviderReturn } from './lazy-providers.tsx'
export { canMakePair } from './pkce.ts'
export { goToProvider, providersQuery } from './providers.ts'
export { ResendForm } from './resend-form.tsx'
export { showSignedIn } from './show-signed-in.ts'
export { SignInForm } from './sign-in-form.tsx'
export { SignUpForm } from './sign-up-form.tsx'
export { SuspendedNotice } from './suspended-notice.tsx'
export { useWallets } from './use-wallets.ts'
export { publishVerification } from './verified-sign-up.ts'
export { type BrowserWallet, isRefusedByOwner, linkWallet } from './wallets.ts'
export { MailNotice, OutboxLink } from './verification-notice.tsx'
