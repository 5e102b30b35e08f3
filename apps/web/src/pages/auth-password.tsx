import { useEffect, useState } from 'react'
import { showError, setNewPassword } from '../features/accounts/accounts.ts'
import { AuthFrame } from '../features/accounts/auth-frame.tsx'
import { useMailedToken } from '../features/accounts/mailed-token.ts'
import { m } from '../i18n/messages.ts'
import { ApiError } from '../lib/api.ts'
import { go } from '../lib/navigation.ts'
import { session } from '../lib/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { toast } from '../ui/toast.ts'

function NewPasswordForm({ token }: { token: string }) {
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [differs, setDiffers] = useState(false)
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async () => {
    if (password !== confirm) {
      setDiffers(true)
      return toast({ kind: 'error', title: m.auth_mismatch_title(), description: m.auth_mismatch_text() })
    }
    setBusy(true)
    setRefused('')
    try {
      await setNewPassword(token, password)
      toast({
        kind: 'success',
        title: m.auth_new_password_ok_title(),
        description: m.auth_new_password_ok_text(),
      })
      go('/auth', { replace: true })
    } catch (error) {
      if (error instanceof ApiError) setRefused(error.fields.password ?? '')
      showError(error, m.auth_new_password_failed())
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
        label={m.auth_new_password()}
        type="password"
        name="password"
        autoComplete="new-password"
        placeholder={m.auth_password_placeholder()}
        hint={m.auth_password_hint()}
        required
        error={refused}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          setRefused('')
        }}
      />
      <Field
        label={m.auth_confirm()}
        type="password"
        name="confirm"
        autoComplete="new-password"
        placeholder={m.auth_confirm_placeholder()}
        required
        error={differs ? m.auth_mismatch_field() : undefined}
        value={confirm}
        onChange={(event) => {
          setConfirm(event.target.value)
          setDiffers(false)
        }}
      />
      <Button type="submit" variant="primary" size="lg" wide busy={busy && m.shell_loading()}>
        {m.auth_new_password_submit()}
      </Button>
    </form>
  )
}

/** Where the link of a forgotten-password mail leads. */
export function NewPasswordPage() {
  const token = useMailedToken()
  useEffect(() => {
    if (token) session.publish('password_recovery')
  }, [token])
  return token ? (
    <AuthFrame title={m.auth_new_password_title()}>
      <NewPasswordForm token={token} />
    </AuthFrame>
  ) : (
    <AuthFrame title={m.auth_no_token_title()}>
      <p className="mb-5 text-ink-2">{m.auth_no_token_text()}</p>
      <ButtonLink href="/auth" variant="primary" size="lg" wide>
        {m.auth_back_to_sign_in()}
      </ButtonLink>
    </AuthFrame>
  )
}
