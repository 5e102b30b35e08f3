import { MailCheck } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { useServerConfig } from '../../../lib/server-config.ts'
import { Button } from '../../../ui/button.tsx'
import { useForm } from '../../../ui/forms/form.tsx'
import { explainFailure, resendVerification } from '../account-requests.ts'
import { Note } from '../../../ui/notices/note.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { looks } from '../../../ui/looks.ts'

/** A link to the stored emails if the server has no mail server; otherwise renders nothing. */
export function OutboxLink() {
  const config = useServerConfig()
  if (!config?.outbox) return null
  return (
    <a className={looks.link} href={config.outbox} target="_blank" rel="noopener">
      {m.accounts_outbox()}
    </a>
  )
}

function ResendButton({ email }: { email: string }) {
  const { busy, submit: resend } = useForm({
    send: () => resendVerification(email),
    explain: (error) => explainFailure(error, m.accounts_resend_failed()),
  })
  return (
    <Button variant="line" size="sm" busy={busy && m.shell_loading()} onClick={resend}>
      {m.accounts_resend()}
    </Button>
  )
}

type Props = { title: string; text: string; resendTo?: string }

/** A notice above the form that explains which email was sent and how to get another one. */
export function MailNotice({ title, text, resendTo }: Props) {
  return (
    <Notice
      role="status"
      icon={<MailCheck size={24} aria-hidden="true" />}
      title={title}
      actions={
        <>
          {resendTo && <ResendButton email={resendTo} />}
          <OutboxLink />
        </>
      }
    >
      <Note>{text}</Note>
    </Notice>
  )
}
