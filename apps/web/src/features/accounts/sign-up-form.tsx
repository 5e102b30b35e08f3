import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { showError, signUp } from './accounts.ts'
import { signUpErrors } from './sign-up-errors.ts'

type Props = {
  email: string
  /** Where the person was going, if anywhere; the mailed link leads on there. */
  next: string | undefined
  onEmail: (email: string) => void
  onCreated: () => void
}

const EMPTY = { username: '', password: '', confirm: '' }

/** Username, e-mail and a password typed twice. A refusal leaves the typed values in place. */
export function SignUpForm({ email, next, onEmail, onCreated }: Props) {
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)

  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: values[name],
    required: true,
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setErrors({ ...errors, [name]: '' })
    },
  })

  // Whoever uses a keyboard or a screen reader goes on at the first field that needs them.
  const showErrors = (found: Readonly<Record<string, string>>) => {
    flushSync(() => {
      setErrors(found)
      setBusy(false)
    })
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  const submit = async () => {
    const found = signUpErrors({ ...values, email })
    if (Object.keys(found).length > 0) {
      if (values.confirm && values.password !== values.confirm)
        toast({ kind: 'error', title: m.auth_mismatch_title(), description: m.auth_mismatch_text() })
      return showErrors(found)
    }
    setBusy(true)
    setErrors({})
    try {
      await signUp({
        username: values.username.trim(),
        email: email.trim(),
        password: values.password,
        ...(next && { next }),
      })
      toast({ kind: 'success', title: m.auth_sign_up_ok_title(), description: m.auth_sign_up_ok_text() })
      onCreated()
    } catch (error) {
      showError(error, m.auth_sign_up_failed())
      showErrors(error instanceof ApiError ? error.fields : {})
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field
        label={m.auth_username()}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={m.auth_username_placeholder()}
        hint={m.auth_username_hint()}
        {...field('username')}
      />
      <Field
        label={m.auth_email()}
        type="email"
        name="email"
        autoComplete="email"
        placeholder={m.auth_email_placeholder()}
        required
        error={errors.email}
        value={email}
        onChange={(event) => {
          onEmail(event.target.value)
          setErrors({ ...errors, email: '' })
        }}
      />
      <Field
        label={m.auth_password()}
        type="password"
        autoComplete="new-password"
        placeholder={m.auth_password_placeholder()}
        hint={m.auth_password_hint()}
        {...field('password')}
      />
      <Field
        label={m.auth_confirm()}
        type="password"
        autoComplete="new-password"
        placeholder={m.auth_confirm_placeholder()}
        {...field('confirm')}
      />
      {/* The first error is read with its field, which has the focus; this reads the others, too. */}
      <p className="sr-only" role="alert">
        {Object.values(errors).filter(Boolean).slice(1).join(' ')}
      </p>
      <Button type="submit" variant="primary" size="lg" wide busy={busy && m.shell_loading()}>
        {m.auth_sign_up()}
      </Button>
      <p className="auth-small">
        {m.legal_accept_begin()}{' '}
        <a className="link" href="/terms" target="_blank" rel="noopener">
          {m.legal_terms()}
        </a>{' '}
        {m.legal_accept_and()}{' '}
        <a className="link" href="/privacy" target="_blank" rel="noopener">
          {m.legal_privacy()}
        </a>{' '}
        {m.legal_accept_end()}
      </p>
    </form>
  )
}
