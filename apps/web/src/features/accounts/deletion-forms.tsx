import { LIMITS } from '@nollie/contract/limits'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { AppLink } from '../../ui/link.tsx'
import { requestAccountDeletion, deleteAccountByLink, showError } from './accounts.ts'
import { ContentChoice, type LeftContent } from './content-choice.tsx'
import { MailForm } from './mail-form.tsx'
import { MailNotice } from './verification-notice.tsx'

/** Asks for the mail with the link; the answer is the same whether or not the address is known. */
export function RequestDeletionForm() {
  const [sentTo, setSentTo] = useState('')
  const send = (to: string) =>
    requestAccountDeletion(to).then(
      () => setSentTo(to),
      (error: unknown) => showError(error, m.auth_deletion_failed()),
    )
  const instead = (
    <p className="auth-small">
      {m.auth_deletion_here()}{' '}
      <AppLink href="/settings" className="link">
        {m.auth_deletion_here_link()}
      </AppLink>
      .
    </p>
  )
  return (
    <MailForm onSubmit={send} submit={m.auth_deletion_submit()} foot={instead}>
      {sentTo && (
        <MailNotice title={m.auth_forgot_sent_title()} text={m.auth_deletion_sent_text({ email: sentTo })} />
      )}
      <p className="text-ink-2">{m.auth_deletion_ask_text()}</p>
      <p className="text-ink-2">{m.settings_delete_after({ days: LIMITS.grace_days })}</p>
    </MailForm>
  )
}

type Props = {
  token: string
  onLeft: (due_at: string) => void
  /** The link was used before or is too old. */
  onRefused: () => void
}

/** The last question before an account is deleted by a mailed link. */
export function ConfirmDeletionForm({ token, onLeft, onRefused }: Props) {
  const [content, setContent] = useState<LeftContent | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (!content) return
    setBusy(true)
    try {
      onLeft(await deleteAccountByLink(token, content))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'BAD_TOKEN') return onRefused()
      showError(error, m.auth_deletion_confirm_failed())
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className="text-ink-2">{m.settings_delete_after({ days: LIMITS.grace_days })}</p>
      <ContentChoice value={content} onChange={setContent} />
      <Button type="submit" variant="danger" size="lg" wide busy={busy && m.shell_loading()}>
        {m.settings_delete_confirm()}
      </Button>
    </form>
  )
}
