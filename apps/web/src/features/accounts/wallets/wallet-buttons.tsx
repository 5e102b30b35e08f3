import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { LEAVING, useForm } from '../../../ui/forms/form.tsx'
import { explainFailure } from '../account-requests.ts'
import { CancelDeletionNotice } from '../account/cancel-deletion-notice.tsx'
import { showSignedIn } from '../sign-in/show-signed-in.ts'
import { useWallets } from './use-wallets.ts'
import {
  type BrowserWallet,
  isRefusedByOwner,
  type SignedByWallet,
  signInWithWallet,
  signToEnter,
} from './wallets.ts'
import styles from '../identities/providers.module.css'

/** A sign-in to an account that is scheduled for deletion. The same signature can cancel the deletion. */
type Pending = { signed: SignedByWallet; text: string }

function explain(error: unknown) {
  return isRefusedByOwner(error) ? null : explainFailure(error, m.accounts_sign_in_failed())
}

function WalletButton({ wallet }: { wallet: BrowserWallet }) {
  const [pending, setPending] = useState<Pending | null>(null)
  const { busy, submit } = useForm({
    send: async () => {
      const signed = await signToEnter(wallet)
      try {
        showSignedIn(await signInWithWallet(signed))
        return LEAVING
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'LEAVING')) throw error
        return setPending({ signed, text: error.detail })
      }
    },
    explain,
  })
  return (
    <>
      {pending && (
        <CancelDeletionNotice
          text={pending.text}
          onCancel={async () =>
            showSignedIn(await signInWithWallet(pending.signed, { cancel_deletion: true }))
          }
        />
      )}
      <Button variant="line" wide busy={busy && m.shell_loading()} onClick={submit}>
        <Wallet size={18} aria-hidden="true" />
        {m.accounts_wallet_continue({ name: wallet.name })}
      </Button>
    </>
  )
}

/** A button for each supported wallet in this browser; renders nothing if there are none. */
export default function WalletButtons({ chains }: { chains: readonly BrowserWallet['chain'][] }) {
  const wallets = useWallets(chains)
  if (wallets.length === 0) return null
  return (
    <div className={styles.buttons}>
      {wallets.map((wallet) => (
        <WalletButton key={`${wallet.chain} ${wallet.name}`} wallet={wallet} />
      ))}
    </div>
  )
}
