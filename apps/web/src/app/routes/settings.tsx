import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '../../features/settings/index.ts'
import { m } from '../../i18n/messages.ts'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/settings')({
  beforeLoad: memberOnly,
  component: SettingsScreen,
  staticData: { title: m.shell_settings, shell: 'dock' },
})
