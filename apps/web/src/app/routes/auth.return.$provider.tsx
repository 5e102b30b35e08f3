import { createFileRoute } from '@tanstack/react-router'
import { ProviderReturn } from '../../features/accounts/index.ts'
import { m } from '../../i18n/messages.ts'

export const Route = createFileRoute('/auth/return/$provider')({
  component: () => <ProviderReturn provider={Route.useParams().provider} />,
  staticData: { title: m.accounts_sign_in, shell: 'bare' },
})
