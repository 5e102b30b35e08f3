import { useQuery } from '@tanstack/react-query'
import type { Provider } from '@nollie/contract'
import { Suspense, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { useForm } from '../../../ui/forms/form.tsx'
import { explainFailure } from '../account-requests.ts'
import { canMakePair } from '../sign-in/pkce.ts'
import { goToProvider, providersQuery } from './providers.ts'
import styles from './providers.module.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const WalletButtons = lazyPart(() => import('../wallets/wallet-buttons.tsx'))
const SsoForm = lazyPart(() => import('./sso-form.tsx'))

function ProviderButton({ provider, next }: { provider: Provider; next: string | null }) {
  const { busy, submit } = useForm({
    send: () => goToProvider({ provider, next }),
    explain: (error) => explainFailure(error, m.accounts_sign_in_failed()),
  })
  return (
    <Button variant="line" wide busy={busy && m.shell_loading()} onClick={submit}>
      {m.accounts_provider_continue({ title: provider.title })}
    </Button>
  )
}

function Organization({ next }: { next: string | null }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button variant="plain" wide onClick={() => setOpen(true)}>
        {m.accounts_sso_open()}
      </Button>
    )
  return (
    <Suspense fallback={null}>
      <SsoForm next={next} />
    </Suspense>
  )
}

/** Buttons for the configured sign-in providers; renders nothing if there are none. */
export default function ProviderButtons({ next }: { next: string | null }) {
  const { data } = useQuery({ ...providersQuery, enabled: canMakePair() })
  const { items = [], has_sso = false, wallets = [] } = data ?? {}
  return (
    <>
      {(items.length > 0 || has_sso) && (
        <div className={styles.buttons} role="group" aria-label={m.accounts_provider_other_methods()}>
          {items.map((provider) => (
            <ProviderButton key={provider.provider} provider={provider} next={next} />
          ))}
          {has_sso && <Organization next={next} />}
        </div>
      )}
      {wallets.length > 0 && (
        <Suspense fallback={null}>
          <WalletButtons chains={wallets} />
        </Suspense>
      )}
    </>
  )
}
