import { type ReactNode, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

type Props = {
  /** What stands in the field at first. */
  email?: string
  onEmail?: (email: string) => void
  /** Requests the mail and shows its own errors. */
  onSubmit: (email: string) => Promise<void>
  /** The label of the button. */
  submit: string
  /** Above the field. */
  children?: ReactNode
  /** Below the button. */
  foot?: ReactNode
}

/** One line for an e-mail address to which a mail is asked for. */
export function MailForm({ email: first = '', onEmail, onSubmit, submit, children, foot }: Props) {
  const [email, setEmail] = useState(first)
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await onSubmit(email.trim())
    setBusy(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      {children}
      <Field
        label={m.auth_email()}
        type="email"
        name="email"
        autoComplete="email"
        placeholder={m.auth_email_placeholder()}
        required
        value={email}
        onChange={(event) => {
          setEmail(event.target.value)
          onEmail?.(event.target.value)
        }}
      />
      <Button type="submit" variant="primary" size="lg" wide busy={busy && m.shell_loading()}>
        {submit}
      </Button>
      {foot}
    </form>
  )
}
