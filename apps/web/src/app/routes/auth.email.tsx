import { createFileRoute } from '@tanstack/react-router'
import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { confirmEmail, MailedQuestion, useMailedToken } from '../../features/accounts/index.ts'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** `/auth/email`: confirms a new email address with the link from an email. */
function ConfirmEmailPage() {
  const token = useMailedToken()
  const { user } = useSession()
  const next = (
    <ButtonLink href={user ? '/settings' : '/auth'} variant="primary" size="lg" wide>
      {user ? m.shell_settings() : m.accounts_sign_in()}
    </ButtonLink>
  )
  return (
    <MailedQuestion
      title={m.accounts_email_title()}
      text={m.accounts_email_text({ days: ACCOUNT_LIMITS.undo_days })}
      submit={m.accounts_email_submit()}
      failed={m.accounts_email_failed()}
      send={() => confirmEmail(token ?? '')}
      isEmpty={token === null}
      done={{ title: m.accounts_email_ok_title(), text: m.accounts_email_ok_text(), next }}
      refused={{
        text: m.accounts_email_bad_text(),
        next: (
          <ButtonLink href="/settings#account" variant="primary" size="lg" wide>
            {m.accounts_email_new_link()}
          </ButtonLink>
        ),
      }}
    />
  )
}

export const Route = createFileRoute('/auth/email')({
  component: ConfirmEmailPage,
  staticData: { title: m.accounts_email_title, shell: 'bare' },
})
