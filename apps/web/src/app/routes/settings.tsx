import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { SettingsPage } from '../../pages/settings.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/settings')({
  beforeLoad: memberOnly,
  component: SettingsPage,
  staticData: { title: m.shell_settings, shell: 'dock' },
})
