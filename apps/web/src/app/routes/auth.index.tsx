import { createFileRoute, redirect } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { AuthPage } from '../../pages/auth.tsx'
import { visitorOnly } from '../guards.ts'

const NAMES = ['next', 'mode', 'verify', 'reset', 'email', 'undo'] as const

type Search = Partial<Record<(typeof NAMES)[number], string>>

export const Route = createFileRoute('/auth/')({
  validateSearch: (search: Record<string, unknown>): Search =>
    Object.fromEntries(
      NAMES.filter((name) => typeof search[name] === 'string').map((name) => [name, search[name]]),
    ),
  beforeLoad: async ({ search }) => {
    // Mailed links name what they are for; each has a screen of its own.
    const { verify, reset, email, undo, ...rest } = search
    if (verify) {
      const next = search.next ? `&next=${encodeURIComponent(search.next)}` : ''
      throw redirect({ to: '/auth/verify', hash: `token=${verify}${next}`, replace: true })
    }
    if (reset) throw redirect({ to: '/auth/password', hash: `token=${reset}`, replace: true })
    if (email) throw redirect({ to: '/auth/email', hash: `token=${email}`, replace: true })
    if (undo) throw redirect({ to: '/auth/undo', hash: `token=${undo}`, replace: true })
    await visitorOnly({ search: rest })
  },
  component: AuthPage,
  staticData: { title: m.auth_sign_in, shell: 'bare' },
})
