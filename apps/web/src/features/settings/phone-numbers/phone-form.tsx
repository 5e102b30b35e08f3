import type { Phone } from '@nollie/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { Field, Form, toast, useForm } from '../../../ui/index.ts'
import { CodeField } from '../../../ui/forms/code-field.tsx'
import { OutboxLink, phoneServiceQuery, readPhone } from '../../accounts/index.ts'
import { FormButtons } from '../form-buttons.tsx'
import { explainChange, withProof } from '../proofs/proof.ts'
import { phoneQuery } from '../settings-requests.ts'
import styles from '../settings.module.css'

/** The id of a code, and the phone number that it was sent to. */
type Sent = { code_id: string; shown: string }

type Props = { title: string; onDone: () => void }

function explain(error: unknown) {
  return explainChange(error, m.settings_phone_failed())
}

function NumberForm({ title, onDone, onSent }: Props & { onSent: (sent: Sent) => void }) {
  const { data } = useQuery(phoneServiceQuery)
  const [typed, setTyped] = useState('')
  const form = useForm({
    send: async () => {
      const { number, shown } = await readPhone(typed.trim(), data?.countries ?? null)
      const { code_id } = await withProof(() =>
        call('POST /api/account/phone-codes', { body: { phone: number } }),
      )
      onSent({ code_id, shown })
    },
    explain,
  })
  return (
    <Form
      className={styles.form}
      aria-label={title}
      onSend={form.submit}
      refused={form.refused}
      startsInField
    >
      <Field
        label={m.accounts_phone()}
        hint={m.accounts_phone_hint()}
        type="tel"
        name="phone"
        autoComplete="tel"
        placeholder={m.accounts_phone_placeholder()}
        required
        error={form.errors.phone}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          form.typed('phone')
        }}
      />
      <FormButtons
        onCancel={onDone}
        submit={m.settings_phone_send()}
        sending={m.settings_saving()}
        isSending={form.busy}
      />
    </Form>
  )
}

function SentCodeForm({ title, onDone, sent }: Props & { sent: Sent }) {
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const form = useForm({
    send: async () => {
      const phone: Phone = await call('PUT /api/account/phone', { body: { code_id: sent.code_id, code } })
      client.setQueryData(phoneQuery.queryKey, { phone })
      toast({
        kind: 'success',
        title: m.settings_phone_saved(),
        description: m.settings_phone_saved_text({ phone: sent.shown }),
      })
      onDone()
    },
    explain,
  })
  return (
    <Form
      className={styles.form}
      aria-label={title}
      onSend={form.submit}
      refused={form.refused}
      startsInField
    >
      <p role="status">{m.settings_phone_code_text({ phone: sent.shown })}</p>
      <CodeField
        label={m.accounts_code()}
        placeholder={m.accounts_code_placeholder()}
        error={form.errors.code}
        value={code}
        onEnter={(entered) => {
          setCode(entered)
          form.typed('code')
        }}
      />
      <OutboxLink />
      <FormButtons
        onCancel={onDone}
        submit={m.settings_phone_save()}
        sending={m.settings_saving()}
        isSending={form.busy}
      />
    </Form>
  )
}

/** Adds, changes, or confirms the phone number. Requires re-authentication and a code sent to the number. */
export function PhoneForm(props: Props) {
  const [sent, setSent] = useState<Sent | null>(null)
  return sent ? (
    <SentCodeForm key="code" {...props} sent={sent} />
  ) : (
    <NumberForm {...props} onSent={setSent} />
  )
}
