import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { Field, toast } from '../../ui/index.ts'
import { fieldErrors, showError } from './error-text.ts'
import { FormButtons } from './form-buttons.tsx'
import { PasswordNow } from './password-now.tsx'
import { accountQuery } from './settings-requests.ts'
import { useFormFocus } from './use-form-focus.ts'

// For as long as the page lives and on no device: a session that ends takes the screen away, not what was typed.
const drafts = new Map<string, string>()

/** Whether somebody left the form with something in it. */
export const hasEmailDraft = (user_id: string | undefined): boolean =>
  user_id !== undefined && drafts.has(user_id)

/** Asks for another address; it counts once the link mailed to it is opened. */
export function EmailForm({ user_id, onDone }: { user_id: string; onDone: () => void }) {
  const client = useQueryClient()
  const [email, setEmail] = useState(drafts.get(user_id) ?? '')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const form = useFormFocus(errors, { wasFilled: email !== '' })

  const done = () => {
    drafts.delete(user_id)
    onDone()
  }
  const change = useMutation({
    mutationFn: () => call('POST /api/account/email', { body: { email: email.trim(), password } }),
    onSuccess: () => {
      toast({
        kind: 'success',
        title: m.settings_email_requested_title(),
        description: m.settings_email_requested_text({ email: email.trim() }),
      })
      void client.invalidateQueries({ queryKey: accountQuery.queryKey })
      done()
    },
    onError: (error) => {
      setErrors(fieldErrors(error))
      showError(error, m.settings_email_failed())
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setErrors({})
    change.mutate()
  }
  return (
    <form ref={form} className="settings-form" aria-label={m.settings_email_change()} onSubmit={submit}>
      <Field
        label={m.settings_email_new()}
        type="email"
        name="email"
        autoComplete="email"
        placeholder={m.auth_email_placeholder()}
        required
        error={errors.email}
        value={email}
        onChange={({ target }) => {
          setEmail(target.value)
          setErrors({})
          drafts.set(user_id, target.value)
        }}
      />
      <PasswordNow
        error={errors.password}
        value={password}
        onChange={(next) => {
          setPassword(next)
          setErrors({})
        }}
      />
      <FormButtons
        onCancel={done}
        submit={m.settings_email_submit()}
        sending={m.settings_sending()}
        isSending={change.isPending}
      />
    </form>
  )
}
