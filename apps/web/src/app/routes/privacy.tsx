import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { PrivacyPage } from '../../pages/privacy.tsx'

export const Route = createFileRoute('/privacy')({
  component: PrivacyPage,
  staticData: { title: m.legal_privacy, shell: 'bare' },
})
