import { LIMITS } from '@nollie/contract/limits'
import { confirmEmail } from '../features/accounts/accounts.ts'
import { MailedQuestion } from '../features/accounts/mailed-question.tsx'
import { useMailedToken } from '../features/accounts/mailed-token.ts'
import { m } from '../i18n/messages.ts'
import { useSession } from '../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'

/** Where the mail to a new address leads. */
export function ConfirmEmailPage() {
  const token = useMailedToken()
  const { user } = useSession()
  const next = (
    <ButtonLink href={user ? '/settings' : '/auth'} variant="primary" size="lg" wide>
      {user ? m.shell_settings() : m.auth_sign_in()}
    </ButtonLink>
  )
  return (
    <MailedQuestion
      title={m.auth_email_title()}
      text={m.auth_email_text({ days: LIMITS.undo_days })}
      submit={m.auth_email_submit()}
      failed={m.auth_email_failed()}
      send={() => confirmEmail(token ?? '')}
      isEmpty={token === null}
      done={{ title: m.auth_email_ok_title(), text: m.auth_email_ok_text(), next }}
      refused={{
        text: m.auth_email_bad_text(),
        next: (
          <ButtonLink href="/settings" variant="primary" size="lg" wide>
            {m.auth_email_again()}
          </ButtonLink>
        ),
      }}
    />
  )
}
