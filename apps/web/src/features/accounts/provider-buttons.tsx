import { useQuery } from '@tanstack/react-query'
import type { Provider } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { useForm } from '../../ui/form.tsx'
import { explainFailure } from './accounts.ts'
import { canMakePair } from './pkce.ts'
import { goToProvider, providersQuery } from './providers.ts'
import styles from './providers.module.css'

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

/** Buttons for the providers that this server is configured for; nothing where there are none. */
export default function ProviderButtons({ next }: { next: string | null }) {
  const { data = [] } = useQuery({ ...providersQuery, enabled: canMakePair() })
  if (data.length === 0) return null
  return (
    <div className={styles.buttons} role="group" aria-label={m.accounts_provider_ways()}>
      {data.map((provider) => (
        <ProviderButton key={provider.provider} provider={provider} next={next} />
      ))}
    </div>
  )
}
