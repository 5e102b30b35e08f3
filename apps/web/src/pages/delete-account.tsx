import { useState } from 'react'
import { AuthFrame } from '../features/accounts/auth-frame.tsx'
import { dueDay } from '../features/accounts/due-day.ts'
import { RequestDeletionForm, ConfirmDeletionForm } from '../features/accounts/deletion-forms.tsx'
import { useMailedToken } from '../features/accounts/mailed-token.ts'
import { m } from '../i18n/messages.ts'
import { Button, ButtonLink } from '../ui/button.tsx'

/** `/delete-account`: for whoever has the mailbox of an account, signed in or not. */
export function DeleteAccountPage() {
  const mailed = useMailedToken()
  const [token, setToken] = useState(mailed)
  const [isRefused, setRefused] = useState(false)
  const [dueAt, setDueAt] = useState<string | null>(null)
  if (dueAt !== null)
    return (
      <AuthFrame title={m.auth_deletion_done_title({ day: dueDay(dueAt) })}>
        <p className="mb-5 text-ink-2" role="status">
          {m.auth_deletion_done_text()}
        </p>
        <ButtonLink href="/" variant="primary" size="lg" wide>
          {m.auth_back_home()}
        </ButtonLink>
      </AuthFrame>
    )
  if (isRefused)
    return (
      <AuthFrame title={m.auth_verify_bad_title()}>
        <p className="mb-5 text-ink-2" role="alert">
          {m.auth_deletion_bad_text()}
        </p>
        <Button
          variant="primary"
          size="lg"
          wide
          onClick={() => {
            setToken(null)
            setRefused(false)
          }}
        >
          {m.auth_deletion_again()}
        </Button>
      </AuthFrame>
    )
  return (
    <AuthFrame title={m.auth_deletion_title()}>
      {token === null ? (
        <RequestDeletionForm />
      ) : (
        <ConfirmDeletionForm token={token} onLeft={setDueAt} onRefused={() => setRefused(true)} />
      )}
    </AuthFrame>
  )
}
