import { createFileRoute } from '@tanstack/react-router'
import { undoEmail } from '../../features/accounts/index.ts'
import { m } from '../../i18n/messages.ts'
import { UndoQuestion } from '../undo-question.tsx'

/** `/auth/undo`: reverts an email address change with the link sent to the old address. */
function UndoEmailPage() {
  return (
    <UndoQuestion
      title={m.accounts_undo_title()}
      text={m.accounts_undo_text()}
      done={m.accounts_undo_ok_title()}
      undo={undoEmail}
    />
  )
}

export const Route = createFileRoute('/auth/undo')({
  component: UndoEmailPage,
  staticData: { title: m.accounts_undo_title, shell: 'bare' },
})
