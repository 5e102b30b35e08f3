import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, LEAVING, useForm } from '../../../ui/forms/form.tsx'
import { AppLink } from '../../../ui/link.tsx'
import { deleteAccountByLink, explainFailure, requestAccountDeletion } from '../account-requests.ts'
import { ContentChoice, type LeftContent } from './content-choice.tsx'
import { MailForm } from '../sign-in/mail-form.tsx'
import { MailNotice } from '../sign-up/verification-notice.tsx'
import { Note } from '../../../ui/notices/note.tsx'
import { looks } from '../../../ui/looks.ts'
import styles from '../auth.module.css'

/** Requests an email with a deletion link. The response doesn't reveal whether the address has an account. */
export function RequestDeletionForm() {
  const [sentTo, setSentTo] = useState('')
  const instead = (
    <p className={styles.small}>
      {m.accounts_deletion_signed_in_question()}{' '}
      <AppLink href="/settings#leave" className={looks.link}>
        {m.accounts_deletion_settings_link()}
      </AppLink>
    </p>
  )
  return (
    <MailForm
      request={requestAccountDeletion}
      failed={m.accounts_deletion_failed()}
      onSent={setSentTo}
      submit={m.accounts_deletion_submit()}
      foot={instead}
    >
      {sentTo && (
        <MailNotice
          title={m.accounts_forgot_sent_title()}
          text={m.accounts_deletion_sent_text({ email: sentTo })}
        />
      )}
      <Note>{m.accounts_deletion_ask_text()}</Note>
      <Note>{m.settings_delete_text({ days: ACCOUNT_LIMITS.grace_days })}</Note>
    </MailForm>
  )
}

type Props = {
  token: string
  onLeft: (due_at: string) => void
  /** Called if the link was already used or has expired. */
  onRefused: () => void
}

/** The final confirmation before an emailed link deletes an account. */
export function ConfirmDeletionForm({ token, onLeft, onRefused }: Props) {
  const [content, setContent] = useState<LeftContent | null>(null)
  const { busy, submit } = useForm({
    send: async () => {
      // The browser doesn't submit the form until an option is selected.
      if (!content) return null
      onLeft(await deleteAccountByLink(token, content))
      return LEAVING
    },
    explain: (error) => {
      if (!(error instanceof ApiError && error.code === 'BAD_TOKEN'))
        return explainFailure(error, m.accounts_deletion_confirm_failed())
      onRefused()
      return null
    },
  })
  return (
    <Form onSend={submit}>
      <Note>{m.settings_delete_text({ days: ACCOUNT_LIMITS.grace_days })}</Note>
      <ContentChoice value={content} onChange={setContent} />
      <Button type="submit" variant="danger" size="lg" wide busy={busy && m.shell_loading()}>
        {m.settings_delete_confirm()}
      </Button>
    </Form>
  )
}
