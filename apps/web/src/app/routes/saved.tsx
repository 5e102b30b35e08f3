import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { SavedPage } from '../../pages/saved.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/saved')({
  beforeLoad: memberOnly,
  component: SavedPage,
  staticData: { title: m.people_saved, shell: 'dock' },
})
