import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { AuthPage } from '../../pages/auth.tsx'
import { visitorOnly } from '../guards.ts'

type Search = { next?: string }

export const Route = createFileRoute('/auth/')({
  validateSearch: ({ next }: Record<string, unknown>): Search => (typeof next === 'string' ? { next } : {}),
  beforeLoad: visitorOnly,
  component: AuthPage,
  staticData: { title: m.auth_sign_in, shell: 'bare' },
})
