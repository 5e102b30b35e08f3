import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { NewPasswordPage } from '../../pages/auth-password.tsx'

export const Route = createFileRoute('/auth/password')({
  component: NewPasswordPage,
  staticData: { title: m.auth_new_password_title, shell: 'bare' },
})
