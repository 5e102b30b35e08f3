import type { PasskeyProof } from '@nollie/contract'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError, getMessage } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { LEAVING, useForm } from '../../../ui/forms/form.tsx'
import { toast } from '../../../ui/toast.ts'
import { explainFailure } from '../account-requests.ts'
import { CancelDeletionNotice } from '../account/cancel-deletion-notice.tsx'
import {
  askForPasskey,
  canSuggest,
  canUsePasskeys,
  isCancelled,
  isOver,
  signInWithPasskey,
  stopAsking,
} from './passkeys.ts'
import { showSignedIn } from '../sign-in/show-signed-in.ts'
import styles from '../identities/providers.module.css'

/** A sign-in to an account that is scheduled for deletion. The same passkey response can cancel the deletion. */
type Pending = { proof: PasskeyProof; text: string }

function isDeletionPending(error: unknown) {
  return error instanceof ApiError && error.code === 'LEAVING'
}

function usePasskey(onPending: () => void) {
  const [pending, setPending] = useState<Pending | null>(null)
  const enter = async (proof: PasskeyProof) => {
    try {
      showSignedIn(await signInWithPasskey(proof))
    } catch (error) {
      if (!isDeletionPending(error)) throw error
      setPending({ proof, text: getMessage(error, '') })
      onPending()
    }
  }
  return { pending, enter }
}

// Offers passkeys in the email field's suggestions. Starts over if the request times out.
async function waitForChoice(enter: (proof: PasskeyProof) => Promise<void>): Promise<void> {
  try {
    if (!(await canSuggest())) return
    await enter(await askForPasskey({ fromField: true }))
  } catch (error) {
    if (isOver(error)) return waitForChoice(enter)
    // The page started this request, not the person, so only a rejected passkey is reported.
    if (error instanceof ApiError && error.code === 'PASSKEY_REFUSED')
      toast({ kind: 'error', ...explainFailure(error, m.accounts_sign_in_failed()) })
  }
}

/** Signs in with a passkey, from the button or the email field; renders nothing if passkeys aren't supported. */
export default function PasskeyButton({ onPending }: { onPending: () => void }) {
  const { pending, enter } = usePasskey(onPending)
  useEffect(() => {
    void waitForChoice(enter)
    return () => void stopAsking()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, while the screen is open
  }, [])
  const { busy, submit } = useForm({
    send: async () => {
      await enter(await askForPasskey())
      return LEAVING
    },
    explain: (error) => (isCancelled(error) ? null : explainFailure(error, m.accounts_sign_in_failed())),
  })
  if (!canUsePasskeys()) return null
  return (
    <div className={styles.buttons}>
      {pending && (
        <CancelDeletionNotice
          text={pending.text}
          onCancel={async () =>
            showSignedIn(await signInWithPasskey(pending.proof, { cancel_deletion: true }))
          }
        />
      )}
      <Button variant="line" wide busy={busy && m.shell_loading()} onClick={submit}>
        <KeyRound size={18} aria-hidden="true" />
        {m.accounts_passkey_continue()}
      </Button>
    </div>
  )
}
