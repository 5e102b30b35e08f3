import { m } from '../../../i18n/messages.ts'
import { toast } from '../../../ui/toast.ts'
import type { SignedIn } from '../account-requests.ts'

/** Shows a toast after signing in, with a greeting and the outcome of the pending intent. */
export function showSignedIn({ isSuspended, outcome }: SignedIn, { isNew = false } = {}): void {
  if (outcome && !outcome.isDone)
    toast({ kind: 'error', title: m.intents_failed_title(), description: outcome.text })
  else if (!isSuspended) {
    toast({
      kind: 'success',
      title: isNew ? m.accounts_code_created_title() : m.accounts_sign_in_ok_title(),
      description: outcome ? `${m.accounts_sign_in_ok_text()} ${outcome.text}` : m.accounts_sign_in_ok_text(),
    })
    void import('../passkeys/passkey-offer.ts')
      .then(({ offerPasskey }) => offerPasskey())
      .catch(() => undefined)
  }
}
