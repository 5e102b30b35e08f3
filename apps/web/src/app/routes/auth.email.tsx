import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { ConfirmEmailPage } from '../../pages/auth-email.tsx'

export const Route = createFileRoute('/auth/email')({
  component: ConfirmEmailPage,
  staticData: { title: m.auth_email_title, shell: 'bare' },
})
