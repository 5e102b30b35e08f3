import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { LandingPage } from '../../pages/landing.tsx'
import { visitorOnly } from '../guards.ts'

export const Route = createFileRoute('/welcome')({
  beforeLoad: () => visitorOnly({ search: {} }),
  component: LandingPage,
  staticData: { title: m.shell_tagline, shell: 'bare' },
})
