import { type ReactNode, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form, LEAVING, useForm } from '../../../ui/forms/form.tsx'
import { cancelDeletion, explainFailure, signIn } from '../account-requests.ts'
import { showSignedIn } from './show-signed-in.ts'
import { CancelDeletionNotice } from '../account/cancel-deletion-notice.tsx'
import { looks } from '../../../ui/looks.ts'
import { classes } from '../../../lib/classes.ts'
import styles from '../auth.module.css'

type Props = {
  email: string
  onEmail: (email: string) => void
  onForgot: () => void
  /** Called if the email address hasn't been verified yet. */
  onUnverified: () => void
  /** Rendered below the email address: the way in that needs no password. */
  withoutPassword: ReactNode
}

/** The email and password sign-in form. The route guard navigates after a sign-in. */
export function SignInForm({ email, onEmail, onForgot, onUnverified, withoutPassword }: Props) {
  const [password, setPassword] = useState('')
  const [deletionDay, setDeletionDay] = useState('')
  const { busy, submit } = useForm({
    send: async () => {
      setDeletionDay('')
      showSignedIn(await signIn(email.trim(), password))
      return LEAVING
    },
    explain: (error) => {
      if (error instanceof ApiError && error.code === 'EMAIL_NOT_VERIFIED') onUnverified()
      if (!(error instanceof ApiError && error.code === 'LEAVING'))
        return explainFailure(error, m.accounts_sign_in_failed())
      setDeletionDay(error.detail)
      return null
    },
  })

  return (
    <Form onSend={submit}>
      <Field
        label={m.accounts_email()}
        type="email"
        name="email"
        autoComplete="username webauthn"
        placeholder={m.accounts_email_placeholder()}
        required
        value={email}
        onChange={(event) => {
          onEmail(event.target.value)
          setDeletionDay('')
        }}
      />
      {withoutPassword}
      <Field
        label={m.accounts_password()}
        type="password"
        name="password"
        autoComplete="current-password"
        placeholder={m.accounts_password_placeholder()}
        required
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setDeletionDay('')
        }}
      />
      <button type="button" className={classes(looks.link, styles.forgot)} onClick={onForgot}>
        {m.accounts_forgot()}
      </button>
      {deletionDay && (
        <CancelDeletionNotice text={deletionDay} onCancel={() => cancelDeletion(email.trim(), password)} />
      )}
      <Button type="submit" variant="primary" size="lg" wide busy={busy && m.shell_loading()}>
        {m.accounts_sign_in()}
      </Button>
    </Form>
  )
}
