import { createFileRoute } from '@tanstack/react-router'
import { undoIdentity, MailedQuestion, useMailedToken, OutboxLink } from '../../features/accounts/index.ts'
import { m } from '../../i18n/messages.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** `/auth/undo-identity`: the link in the mail about a new identity, which undoes it. */
function UndoIdentityPage() {
  const token = useMailedToken()
  const toSignIn = (
    <ButtonLink href="/auth" variant="primary" size="lg" wide>
      {m.accounts_back_to_sign_in()}
    </ButtonLink>
  )
  return (
    <MailedQuestion
      title={m.accounts_undo_identity_title()}
      text={m.accounts_undo_identity_text()}
      submit={m.accounts_undo_submit()}
      failed={m.accounts_undo_failed()}
      send={() => undoIdentity(token ?? '')}
      isEmpty={token === null}
      done={{
        title: m.accounts_undo_identity_ok_title(),
        text: m.accounts_undo_ok_text(),
        next: <OutboxLink />,
      }}
      refused={{ text: m.accounts_undo_bad_text(), next: toSignIn }}
    />
  )
}

export const Route = createFileRoute('/auth/undo-identity')({
  component: UndoIdentityPage,
  staticData: { title: m.accounts_undo_identity_title, shell: 'bare' },
})
