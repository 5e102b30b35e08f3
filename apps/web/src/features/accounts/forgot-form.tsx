import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { forgotPassword, sayFault } from './accounts.ts'

type Props = { email: string; onEmail: (email: string) => void; onSent: () => void }

/** Asks for a link for a new password; the answer is the same whether or not the address is known. */
export function ForgotForm({ email, onEmail, onSent }: Props) {
  const [busy, setBusy] = useState(false)

  const submit = async () => {
    setBusy(true)
    try {
      await forgotPassword(email.trim())
      onSent()
    } catch (fault) {
      sayFault(fault, m.auth_forgot_failed())
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
      <p className="text-ink-2">{m.auth_forgot_text()}</p>
      <Field
        label={m.auth_email()}
        type="email"
        name="email"
        autoComplete="email"
        placeholder={m.auth_email_placeholder()}
        required
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" wide busy={busy && m.shell_loading()}>
        {m.auth_forgot_submit()}
      </Button>
    </form>
  )
}
