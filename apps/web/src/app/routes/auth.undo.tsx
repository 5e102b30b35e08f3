import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { UndoEmailPage } from '../../pages/auth-undo.tsx'

export const Route = createFileRoute('/auth/undo')({
  component: UndoEmailPage,
  staticData: { title: m.auth_undo_title, shell: 'bare' },
})
