import { type ReactNode, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form, useForm } from '../../../ui/forms/form.tsx'
import { explainFailure } from '../account-requests.ts'

type Props = {
  /** The field's initial value. */
  email?: string
  onEmail?: (email: string) => void
  request: (email: string) => Promise<void>
  /** The title of the toast if the server refuses the request. */
  failed: string
  /** Called after the email has been requested. */
  onSent?: (email: string) => void
  /** The button's label. */
  submit: string
  /** Content shown above the field. */
  children?: ReactNode
  /** Content shown below the button. */
  foot?: ReactNode
}

/** A form that asks for an email address and requests that an email be sent to it. */
export function MailForm(props: Props) {
  const { email: first = '', onEmail, request, failed, onSent, submit: label, children, foot } = props
  const [email, setEmail] = useState(first)
  const { busy, submit } = useForm({
    send: async () => {
      const to = email.trim()
      await request(to)
      onSent?.(to)
    },
    explain: (error) => explainFailure(error, failed),
  })
  return (
    <Form onSend={submit}>
      {children}
      <Field
        label={m.accounts_email()}
        type="email"
        name="email"
        autoComplete="email"
        placeholder={m.accounts_email_placeholder()}
        required
        value={email}
        onChange={(event) => {
          setEmail(event.target.value)
          onEmail?.(event.target.value)
        }}
      />
      <Button type="submit" variant="primary" size="lg" wide busy={busy && m.shell_loading()}>
        {label}
      </Button>
      {foot}
    </Form>
  )
}
