import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { VerifyPage } from '../../pages/auth-verify.tsx'

export const Route = createFileRoute('/auth/verify')({
  component: VerifyPage,
  staticData: { title: m.auth_verify_title, shell: 'bare' },
})
