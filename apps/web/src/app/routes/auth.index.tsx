import { createFileRoute, redirect } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { AuthPage } from '../../pages/auth.tsx'
import { visitorOnly } from '../guards.ts'

type Search = { next?: string; verify?: string; reset?: string }

export const Route = createFileRoute('/auth/')({
  validateSearch: (search: Record<string, unknown>): Search =>
    Object.fromEntries(
      (['next', 'verify', 'reset'] as const)
        .filter((name) => typeof search[name] === 'string')
        .map((name) => [name, search[name]]),
    ),
  beforeLoad: async ({ search }) => {
    // Mailed links name what they are for; each has a screen of its own.
    const { verify, reset, ...rest } = search
    if (verify) throw redirect({ to: '/auth/verify', hash: `token=${verify}`, replace: true })
    if (reset) throw redirect({ to: '/auth/password', hash: `token=${reset}`, replace: true })
    await visitorOnly({ search: rest })
  },
  component: AuthPage,
  staticData: { title: m.auth_sign_in, shell: 'bare' },
})
