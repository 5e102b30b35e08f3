import { createFileRoute } from '@tanstack/react-router'
import { undoEmail, MailedQuestion, useMailedToken, OutboxLink } from '../../features/accounts/index.ts'
import { m } from '../../i18n/messages.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** `/auth/undo`: the link in the mail to the old address, which undoes its change. */
function UndoEmailPage() {
  const token = useMailedToken()
  const toSignIn = (
    <ButtonLink href="/auth" variant="primary" size="lg" wide>
      {m.accounts_back_to_sign_in()}
    </ButtonLink>
  )
  return (
    <MailedQuestion
      title={m.accounts_undo_title()}
      text={m.accounts_undo_text()}
      submit={m.accounts_undo_submit()}
      failed={m.accounts_undo_failed()}
      send={() => undoEmail(token ?? '')}
      isEmpty={token === null}
      done={{ title: m.accounts_undo_ok_title(), text: m.accounts_undo_ok_text(), next: <OutboxLink /> }}
      refused={{ text: m.accounts_undo_bad_text(), next: toSignIn }}
    />
  )
}

export const Route = createFileRoute('/auth/undo')({
  component: UndoEmailPage,
  staticData: { title: m.accounts_undo_title, shell: 'bare' },
})
