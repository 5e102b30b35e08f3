import { useQueryClient } from '@tanstack/react-query'
import { m } from '../../../i18n/messages.ts'
import { patchQuery } from '../../../lib/query-patch.ts'
import { Button, toast, useForm } from '../../../ui/index.ts'
import { type BrowserWallet, isRefusedByOwner, linkWallet, useWallets } from '../../accounts/index.ts'
import { explainChange, withProof } from '../proofs/proof.ts'
import { identitiesQuery } from '../settings-requests.ts'

function LinkWallet({ wallet }: { wallet: BrowserWallet }) {
  const client = useQueryClient()
  const { busy, submit } = useForm({
    send: async () => {
      const identity = await withProof(() => linkWallet(wallet))
      patchQuery(client, identitiesQuery.queryKey, (all) => ({
        ...all,
        items: [...all.items.filter(({ id }) => id !== identity.id), identity],
      }))
      const { title } = identity
      toast({
        kind: 'success',
        title: m.accounts_provider_linked_title(),
        description: m.accounts_provider_linked_text({ title }),
      })
    },
    explain: (error) =>
      isRefusedByOwner(error) ? null : explainChange(error, m.settings_methods_link_failed()),
  })
  return (
    <Button busy={busy && m.shell_loading()} onClick={submit}>
      {m.settings_methods_link({ title: wallet.name })}
    </Button>
  )
}

/** Buttons for linking this browser's wallets. Renders nothing if there are none. */
export default function LinkWalletButtons({ chains }: { chains: readonly BrowserWallet['chain'][] }) {
  const wallets = useWallets(chains)
  return wallets.map((wallet) => <LinkWallet key={`${wallet.chain} ${wallet.name}`} wallet={wallet} />)
}
