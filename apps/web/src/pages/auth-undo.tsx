import { undoEmail } from '../features/accounts/accounts.ts'
import { MailedQuestion } from '../features/accounts/mailed-question.tsx'
import { useMailedToken } from '../features/accounts/mailed-token.ts'
import { OutboxLink } from '../features/accounts/verification-notice.tsx'
import { m } from '../i18n/messages.ts'
import { ButtonLink } from '../ui/button.tsx'

/** Where the mail to the old address leads after it was changed. */
export function UndoEmailPage() {
  const token = useMailedToken()
  const toSignIn = (
    <ButtonLink href="/auth" variant="primary" size="lg" wide>
      {m.auth_back_to_sign_in()}
    </ButtonLink>
  )
  return (
    <MailedQuestion
      title={m.auth_undo_title()}
      text={m.auth_undo_text()}
      submit={m.auth_undo_submit()}
      failed={m.auth_undo_failed()}
      send={() => undoEmail(token ?? '')}
      isEmpty={token === null}
      done={{ title: m.auth_undo_ok_title(), text: m.auth_undo_ok_text(), next: <OutboxLink /> }}
      refused={{ text: m.auth_undo_bad_text(), next: toSignIn }}
    />
  )
}
