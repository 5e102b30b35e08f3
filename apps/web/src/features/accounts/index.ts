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
export { CodeForm } from './sign-in/code-form.tsx'
export { findRequestedCode, needsUsername, requestCode, signInWithCode } from './sign-in/code-requests.ts'
export { ContentChoice, type LeftContent } from './account/content-choice.tsx'
export { ConfirmDeletionForm, RequestDeletionForm } from './account/deletion-forms.tsx'
export { dueDay } from './account/due-day.ts'
export { ForgotForm } from './sign-in/forgot-form.tsx'
export { MailForm } from './sign-in/mail-form.tsx'
export { MailedQuestion } from './mails/mailed-question.tsx'
export { useMailedLink, useMailedToken } from './mails/mailed-token.ts'
export { NameForm } from './sign-up/username-form.tsx'
export { MoreWays } from './sign-in/more-ways.tsx'
export { dropPasskeyOffer } from './passkeys/passkey-offer.ts'
export { addPasskey, askForPasskey, canUsePasskeys, isCancelled, isThere } from './passkeys/passkeys.ts'
export { PhoneForm } from './phone-numbers/phone-form.tsx'
export {
  needsEmail,
  phoneServiceQuery,
  readPhone,
  signInWithPhoneCode,
} from './phone-numbers/phone-requests.ts'
export { ProviderReturn } from './identities/lazy-providers.tsx'
export { canMakePair } from './sign-in/pkce.ts'
export { goToProvider, providersQuery } from './identities/providers.ts'
export { ResendForm } from './sign-up/resend-form.tsx'
export { showSignedIn } from './sign-in/show-signed-in.ts'
export { SignInForm } from './sign-in/sign-in-form.tsx'
export { SignUpForm } from './sign-up/sign-up-form.tsx'
export { SuspendedNotice } from './account/suspended-notice.tsx'
export { useWallets } from './wallets/use-wallets.ts'
export { publishVerification } from './sign-up/verified-sign-up.ts'
export { type BrowserWallet, isRefusedByOwner, linkWallet } from './wallets/wallets.ts'
export { MailNotice, OutboxLink } from './sign-up/verification-notice.tsx'
