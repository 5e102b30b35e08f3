import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form, LEAVING, useForm } from '../../../ui/forms/form.tsx'
import { explainFailure } from '../account-requests.ts'
import { goToOrganization } from './providers.ts'

/** Asks for a work email address, and redirects to that organization's sign-in page. */
export default function SsoForm({ next }: { next: string | null }) {
  const [email, setEmail] = useState('')
  const { errors, refused, busy, submit, typed } = useForm({
    send: async () => {
      await goToOrganization(email.trim(), next)
      return LEAVING
    },
    explain: (error) => explainFailure(error, m.accounts_sign_in_failed()),
  })
  return (
    <Form onSend={submit} refused={refused} startsInField>
      <Field
        label={m.accounts_sso_email()}
        hint={m.accounts_sso_hint()}
        type="email"
        name="domain"
        autoComplete="email"
        placeholder={m.accounts_email_placeholder()}
        required
        error={errors.domain}
        value={email}
        onChange={(event) => {
          setEmail(event.target.value)
          typed('domain')
        }}
      />
      <Button type="submit" variant="line" wide busy={busy && m.shell_loading()}>
        {m.accounts_sso_submit()}
      </Button>
    </Form>
  )
}
