import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form, useForm } from '../../../ui/forms/form.tsx'
import { explainFailure } from '../account-requests.ts'
import { phoneServiceQuery, type ReadPhone, readPhone, requestPhoneCode } from './phone-requests.ts'

type Props = {
  /** Called after a code has been sent to the number. */
  onSent: (code_id: string, phone: ReadPhone) => void
  /** Content shown above the field. */
  children: ReactNode
}

/** A form that takes a phone number and requests a code for it. */
export function PhoneForm({ onSent, children }: Props) {
  const { data } = useQuery(phoneServiceQuery)
  const [typed, setTyped] = useState('')
  const form = useForm({
    send: async () => {
      const phone = await readPhone(typed.trim(), data?.countries ?? null)
      onSent(await requestPhoneCode(phone.number), phone)
    },
    explain: (error) => explainFailure(error, m.accounts_code_failed()),
  })
  return (
    <Form onSend={form.submit} refused={form.refused} startsInField>
      {children}
      <Field
        label={m.accounts_phone()}
        type="tel"
        name="phone"
        autoComplete="tel"
        placeholder={m.accounts_phone_placeholder()}
        hint={m.accounts_phone_hint()}
        required
        error={form.errors.phone}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          form.typed('phone')
        }}
      />
      <Button type="submit" variant="primary" size="lg" wide busy={form.busy && m.shell_loading()}>
        {m.accounts_phone_submit()}
      </Button>
    </Form>
  )
}
