import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import {
  AuthFrame,
  dueDay,
  RequestDeletionForm,
  ConfirmDeletionForm,
  useMailedToken,
} from '../../features/accounts/index.ts'
import { m } from '../../i18n/messages.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/notices/note.tsx'

/** `/delete-account`: deletes an account with an emailed link, without signing in. */
function DeleteAccountPage() {
  const mailed = useMailedToken()
  const [token, setToken] = useState(mailed)
  const [isRefused, setRefused] = useState(false)
  const [dueAt, setDueAt] = useState<string | null>(null)
  if (dueAt !== null)
    return (
      <AuthFrame title={m.accounts_deletion_done_title({ day: dueDay(dueAt) })}>
        <Note spaced role="status">
          {m.accounts_deletion_done_text()}
        </Note>
        <ButtonLink href="/" variant="primary" size="lg" wide>
          {m.accounts_back_home()}
        </ButtonLink>
      </AuthFrame>
    )
  if (isRefused)
    return (
      <AuthFrame title={m.accounts_bad_link_title()}>
        <Note spaced role="alert">
          {m.accounts_deletion_bad_text()}
        </Note>
        <Button
          variant="primary"
          size="lg"
          wide
          onClick={() => {
            setToken(null)
            setRefused(false)
          }}
        >
          {m.accounts_deletion_new_link()}
        </Button>
      </AuthFrame>
    )
  return (
    <AuthFrame title={m.accounts_deletion_title()}>
      {token === null ? (
        <RequestDeletionForm />
      ) : (
        <ConfirmDeletionForm token={token} onLeft={setDueAt} onRefused={() => setRefused(true)} />
      )}
    </AuthFrame>
  )
}

export const Route = createFileRoute('/delete-account')({
  component: DeleteAccountPage,
  staticData: { title: m.accounts_deletion_title, shell: 'bare' },
})
