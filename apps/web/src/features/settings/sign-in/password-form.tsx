import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { useSession } from '../../../lib/use-session.ts'
import { Field, Form, toast, useForm } from '../../../ui/index.ts'
import { FormButtons } from '../form-buttons.tsx'
import { explainChange, withProof } from '../proofs/proof.ts'
import { sessionsQuery } from '../settings-requests.ts'
import styles from '../settings.module.css'

const EMPTY = { new_password: '', confirm: '' }

function usePasswordChange(onDone: () => void) {
  const client = useQueryClient()
  const [values, setValues] = useState(EMPTY)
  const { new_password, confirm } = values
  const form = useForm({
    check: () => {
      if (new_password === confirm) return null
      toast({ kind: 'error', title: m.accounts_mismatch_title(), description: m.accounts_mismatch_text() })
      return { confirm: m.accounts_mismatch_field() }
    },
    send: async () => {
      await withProof(() => call('POST /api/account/password', { body: { new_password } }))
      toast({
        kind: 'success',
        title: m.settings_password_done_title(),
        description: m.settings_password_done_text(),
      })
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      onDone()
    },
    explain: (error) => explainChange(error, m.settings_password_failed()),
  })
  const field = (name: keyof typeof EMPTY) => ({
    type: 'password',
    name,
    required: true,
    value: values[name],
    error: form.errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues({ ...values, [name]: target.value })
      form.typed()
    },
  })
  return { ...form, field }
}

/** Changes the password. Requires re-authentication and signs out all other devices. */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const { user } = useSession()
  const { refused, busy, submit, field } = usePasswordChange(onDone)
  return (
    <Form
      className={styles.form}
      aria-label={m.settings_password_change()}
      onSend={submit}
      refused={refused}
      startsInField
    >
      {/* Lets password managers identify the account. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Field
        {...field('new_password')}
        label={m.settings_password_new()}
        autoComplete="new-password"
        placeholder={m.accounts_password_placeholder()}
        hint={m.accounts_password_hint()}
      />
      <Field
        {...field('confirm')}
        label={m.settings_password_again()}
        autoComplete="new-password"
        placeholder={m.accounts_confirm_placeholder()}
      />
      <FormButtons
        onCancel={onDone}
        submit={m.settings_password_save()}
        sending={m.settings_saving()}
        isSending={busy}
      />
    </Form>
  )
}
