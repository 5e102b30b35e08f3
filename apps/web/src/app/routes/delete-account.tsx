import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { DeleteAccountPage } from '../../pages/delete-account.tsx'

export const Route = createFileRoute('/delete-account')({
  component: DeleteAccountPage,
  staticData: { title: m.auth_deletion_title, shell: 'bare' },
})
