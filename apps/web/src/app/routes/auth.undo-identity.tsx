import { createFileRoute } from '@tanstack/react-router'
import { undoIdentity } from '../../features/accounts/index.ts'
import { m } from '../../i18n/messages.ts'
import { UndoQuestion } from '../undo-question.tsx'

/** `/auth/undo-identity`: removes a newly linked identity with the link from the notification email. */
function UndoIdentityPage() {
  return (
    <UndoQuestion
      title={m.accounts_undo_identity_title()}
      text={m.accounts_undo_identity_text()}
      done={m.accounts_undo_identity_ok_title()}
      undo={undoIdentity}
    />
  )
}

export const Route = createFileRoute('/auth/undo-identity')({
  component: UndoIdentityPage,
  staticData: { title: m.accounts_undo_identity_title, shell: 'bare' },
})
