import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { TermsPage } from '../../pages/terms.tsx'

export const Route = createFileRoute('/terms')({
  component: TermsPage,
  staticData: { title: m.legal_terms, shell: 'bare' },
})
