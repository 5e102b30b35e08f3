import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useServerConfig } from '../../lib/server-config.ts'
import { Button } from '../../ui/button.tsx'
import { resendVerification } from './accounts.ts'

/** A way to the mails of a server without a mail server; nothing on any other. */
export function OutboxLink() {
  const config = useServerConfig()
  if (!config?.outbox) return null
  return (
    <a className="link" href={config.outbox} target="_blank" rel="noopener">
      {m.auth_outbox()}
    </a>
  )
}

function ResendButton({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    await resendVerification(email)
    setBusy(false)
  }
  return (
    <Button variant="line" size="sm" busy={busy && m.shell_loading()} onClick={resend}>
      {m.auth_resend()}
    </Button>
  )
}

type Props = { title: string; text: string; resendTo?: string }

/** A quiet box over the form: what waits in the mail, and how to get it again. */
export function MailNotice({ title, text, resendTo }: Props) {
  return (
    <div className="auth-notice" role="status">
      <MailCheck size={24} aria-hidden="true" />
      <div>
        <p className="font-strong">{title}</p>
        <p className="text-ink-2">{text}</p>
        <div className="auth-notice-actions">
          {resendTo && <ResendButton email={resendTo} />}
          <OutboxLink />
        </div>
      </div>
    </div>
  )
}
