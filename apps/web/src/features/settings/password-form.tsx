import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { Field, toast } from '../../ui/index.ts'
import { fieldErrors, showError } from './error-text.ts'
import { FormButtons } from './form-buttons.tsx'
import { sessionsQuery } from './settings-requests.ts'
import { useFormFocus } from './use-form-focus.ts'

const EMPTY = { current_password: '', new_password: '', confirm: '' }

/** Changes the password by the present one; every other device is signed out. */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const { user } = useSession()
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const form = useFormFocus(errors)
  const { current_password, new_password, confirm } = values

  const change = useMutation({
    mutationFn: () => call('POST /api/account/password', { body: { current_password, new_password } }),
    onSuccess: () => {
      toast({
        kind: 'success',
        title: m.settings_password_done_title(),
        description: m.settings_password_done_text(),
      })
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      onDone()
    },
    onError: (error) => {
      setErrors(fieldErrors(error))
      showError(error, m.settings_password_failed())
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (new_password !== confirm) {
      setErrors({ confirm: m.auth_mismatch_field() })
      return toast({ kind: 'error', title: m.auth_mismatch_title(), description: m.auth_mismatch_text() })
    }
    setErrors({})
    change.mutate()
  }
  const field = (name: keyof typeof EMPTY) => ({
    type: 'password',
    name,
    required: true,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues({ ...values, [name]: target.value })
      setErrors({})
    },
  })
  return (
    <form ref={form} className="settings-form" aria-label={m.settings_password_change()} onSubmit={submit}>
      {/* For password managers: whose password this is. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Field
        {...field('current_password')}
        label={m.settings_password_now()}
        autoComplete="current-password"
        placeholder={m.auth_password_placeholder()}
      />
      <Field
        {...field('new_password')}
        label={m.settings_password_new()}
        autoComplete="new-password"
        placeholder={m.auth_password_placeholder()}
        hint={m.auth_password_hint()}
      />
      <Field
        {...field('confirm')}
        label={m.settings_password_again()}
        autoComplete="new-password"
        placeholder={m.auth_confirm_placeholder()}
      />
      <FormButtons
        onCancel={onDone}
        submit={m.settings_password_save()}
        sending={m.settings_saving()}
        isSending={change.isPending}
      />
    </form>
  )
}
