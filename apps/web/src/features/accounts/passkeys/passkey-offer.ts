import { m } from '../../../i18n/messages.ts'
import { go } from '../../../lib/navigation.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { toast, toastNow } from '../../../ui/toast.ts'
import { canUsePasskeys } from './passkeys.ts'

const NAME = 'nollie.passkey-offer'
/** How long (ms) to wait for the sign-in greeting to disappear. */
const AFTER_MS = 7000
const VISIBLE_MS = 20_000

async function canMake() {
  return canUsePasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())
}

/** Offers to create a passkey after the first sign-in on a device that supports them. The offer appears only once. */
export async function offerPasskey(): Promise<void> {
  if (readStored(NAME) !== null || !(await canMake())) return
  setTimeout(() => {
    if (toastNow()) return
    writeStored(NAME, true)
    toast({
      kind: 'info',
      title: m.accounts_passkey_offer_title(),
      description: m.accounts_passkey_offer_text(),
      duration: VISIBLE_MS,
      action: { label: m.accounts_passkey_offer_add(), run: () => go('/settings#passkeys') },
    })
  }, AFTER_MS)
}

/** Stops offering a passkey on this device, which already has one. */
export function dropPasskeyOffer(): void {
  return writeStored(NAME, true)
}
