import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { LandingScreen } from '../../features/landing/index.ts'
import { visitorOnly } from '../guards.ts'

export const Route = createFileRoute('/')({
  beforeLoad: () => visitorOnly({ search: {} }),
  component: LandingScreen,
  staticData: { title: m.shell_tagline, shell: 'bare' },
})
