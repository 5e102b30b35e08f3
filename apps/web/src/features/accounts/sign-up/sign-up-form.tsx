import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form, LEAVING, useForm } from '../../../ui/forms/form.tsx'
import { toast } from '../../../ui/toast.ts'
import { explainFailure, signUp } from '../account-requests.ts'
import { signUpErrors } from './sign-up-errors.ts'
import { AcceptTerms } from './accept-terms.tsx'
import { awaitVerification } from './verified-sign-up.ts'

type Props = {
  email: string
  /** The path to open afterward, if any. The emailed link opens it, too. */
  next: string | undefined
  onEmail: (email: string) => void
  onCreated: () => void
}

const EMPTY = { username: '', password: '', confirm: '' }

function useSignUp({ email, next, onCreated }: Props) {
  const [values, setValues] = useState(EMPTY)
  const form = useForm({
    check: () => {
      const found = signUpErrors({ ...values, email })
      if (Object.keys(found).length === 0) return null
      if (values.confirm && values.password !== values.confirm)
        toast({ kind: 'error', title: m.accounts_mismatch_title(), description: m.accounts_mismatch_text() })
      return found
    },
    send: async () => {
      const account = { email: email.trim(), password: values.password }
      await signUp({ username: values.username.trim(), ...account, ...(next && { next }) })
      awaitVerification(account)
      toast({
        kind: 'success',
        title: m.accounts_sign_up_ok_title(),
        description: m.accounts_sign_up_ok_text(),
      })
      onCreated()
      return LEAVING
    },
    explain: (error) => explainFailure(error, m.accounts_sign_up_failed()),
  })
  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: values[name],
    required: true,
    error: form.errors[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      form.typed(name)
    },
  })
  return { ...form, field }
}

/** The sign-up form. If the server refuses the request, the fields retain their values. */
export function SignUpForm(props: Props) {
  const { email, onEmail } = props
  const { errors, refused, busy, submit, typed, field } = useSignUp(props)
  return (
    <Form noValidate onSend={submit} refused={refused}>
      <Field
        label={m.accounts_username()}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={m.accounts_username_placeholder()}
        hint={m.accounts_username_hint()}
        {...field('username')}
      />
      <Field
        label={m.accounts_email()}
        type="email"
        name="email"
        autoComplete="email"
        placeholder={m.accounts_email_placeholder()}
        required
        error={errors.email}
        value={email}
        onChange={(event) => {
          onEmail(event.target.value)
          typed('email')
        }}
      />
      <Field
        label={m.accounts_password()}
        type="password"
        autoComplete="new-password"
        placeholder={m.accounts_password_placeholder()}
        hint={m.accounts_password_hint()}
        {...field('password')}
      />
      <Field
        label={m.accounts_confirm()}
        type="password"
        autoComplete="new-password"
        placeholder={m.accounts_confirm_placeholder()}
        {...field('confirm')}
      />
      {/* Screen readers read the first error with the focused field, and the other errors from here. */}
      <p className="sr-only" role="alert">
        {Object.values(errors).filter(Boolean).slice(1).join(' ')}
      </p>
      <Button type="submit" variant="primary" size="lg" wide busy={busy && m.shell_loading()}>
        {m.accounts_sign_up()}
      </Button>
      <AcceptTerms />
    </Form>
  )
}
