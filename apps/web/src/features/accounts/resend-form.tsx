import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { resendVerification } from './accounts.ts'
import { OutboxLink } from './verification-notice.tsx'

/** Asks for a fresh verification mail when the one at hand is no good. */
export function ResendForm() {
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    await resendVerification(email.trim())
    setBusy(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field
        label={m.auth_email()}
        type="email"
        name="email"
        autoComplete="email"
        placeholder={m.auth_email_placeholder()}
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" wide busy={busy && m.shell_loading()}>
        {m.auth_resend()}
      </Button>
      <OutboxLink />
    </form>
  )
}
