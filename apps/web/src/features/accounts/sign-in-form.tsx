import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { showError, signIn } from './accounts.ts'
import { CancelDeletionNotice } from './cancel-deletion-notice.tsx'

type Props = {
  email: string
  onEmail: (email: string) => void
  onForgot: () => void
  /** The address waits for its owner to open the mailed link. */
  onUnverified: () => void
}

/** E-mail and password. What follows a sign-in is the route guard's business. */
export function SignInForm({ email, onEmail, onForgot, onUnverified }: Props) {
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [deletionDay, setDeletionDay] = useState('')

  const submit = async () => {
    setBusy(true)
    setDeletionDay('')
    try {
      const { isSuspended, outcome } = await signIn(email.trim(), password)
      if (outcome && !outcome.isDone)
        toast({ kind: 'error', title: m.intents_failed_title(), description: outcome.text })
      else if (!isSuspended)
        toast({
          kind: 'success',
          title: m.auth_sign_in_ok_title(),
          description: outcome ? `${m.auth_sign_in_ok_text()} ${outcome.text}` : m.auth_sign_in_ok_text(),
        })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EMAIL_NOT_VERIFIED') onUnverified()
      if (error instanceof ApiError && error.code === 'LEAVING') setDeletionDay(error.detail)
      else showError(error, m.auth_sign_in_failed())
      setBusy(false)
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field
        label={m.auth_email()}
        type="email"
        name="email"
        autoComplete="email"
        placeholder={m.auth_email_placeholder()}
        required
        value={email}
        onChange={(event) => {
          onEmail(event.target.value)
          setDeletionDay('')
        }}
      />
      <Field
        label={m.auth_password()}
        type="password"
        name="password"
        autoComplete="current-password"
        placeholder={m.auth_password_placeholder()}
        required
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setDeletionDay('')
        }}
      />
      <button type="button" className="link justify-self-end text-sm" onClick={onForgot}>
        {m.auth_forgot()}
      </button>
      {deletionDay && <CancelDeletionNotice text={deletionDay} email={email.trim()} password={password} />}
      <Button type="submit" variant="primary" size="lg" wide busy={busy && m.shell_loading()}>
        {m.auth_sign_in()}
      </Button>
    </form>
  )
}
