import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { explainFailure, setNewPassword, AuthFrame, useMailedToken } from '../../features/accounts/index.ts'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { session } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form, LEAVING, useForm } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/toast.ts'
import { Note } from '../../ui/notices/note.tsx'

function NewPasswordForm({ token }: { token: string }) {
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const { errors, refused, busy, submit, typed } = useForm({
    check: () => {
      if (password === confirm) return null
      toast({ kind: 'error', title: m.accounts_mismatch_title(), description: m.accounts_mismatch_text() })
      return { confirm: m.accounts_mismatch_field() }
    },
    send: async () => {
      await setNewPassword(token, password)
      toast({
        kind: 'success',
        title: m.accounts_new_password_ok_title(),
        description: m.accounts_new_password_ok_text(),
      })
      go('/auth', { replace: true })
      return LEAVING
    },
    explain: (error) => explainFailure(error, m.accounts_new_password_failed()),
  })

  return (
    <Form onSend={submit} refused={refused}>
      <Field
        label={m.accounts_new_password()}
        type="password"
        name="password"
        autoComplete="new-password"
        placeholder={m.accounts_password_placeholder()}
        hint={m.accounts_password_hint()}
        required
        error={errors.password}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value)
          typed('password')
        }}
      />
      <Field
        label={m.accounts_confirm()}
        type="password"
        name="confirm"
        autoComplete="new-password"
        placeholder={m.accounts_confirm_placeholder()}
        required
        error={errors.confirm}
        value={confirm}
        onChange={(event) => {
          setConfirm(event.target.value)
          typed('confirm')
        }}
      />
      <Button type="submit" variant="primary" size="lg" wide busy={busy && m.shell_loading()}>
        {m.accounts_new_password_submit()}
      </Button>
    </Form>
  )
}

/** `/auth/password`: sets a new password with the link from an email. */
function NewPasswordPage() {
  const token = useMailedToken()
  useEffect(() => {
    if (token) session.publish('password_recovery')
  }, [token])
  return token ? (
    <AuthFrame title={m.accounts_new_password_title()}>
      <NewPasswordForm token={token} />
    </AuthFrame>
  ) : (
    <AuthFrame title={m.accounts_incomplete_link_title()}>
      <Note spaced>{m.accounts_incomplete_link_text()}</Note>
      <ButtonLink href="/auth" variant="primary" size="lg" wide>
        {m.accounts_back_to_sign_in()}
      </ButtonLink>
    </AuthFrame>
  )
}

export const Route = createFileRoute('/auth/password')({
  component: NewPasswordPage,
  staticData: { title: m.accounts_new_password_title, shell: 'bare' },
})
