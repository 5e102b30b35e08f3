import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { patchQuery } from '../../../lib/query-patch.ts'
import { useSession } from '../../../lib/use-session.ts'
import { Button, toast } from '../../../ui/index.ts'
import { EmailForm, hasEmailDraft } from './email-form.tsx'
import { showError } from '../settings-errors.ts'
import { PasswordForm } from '../sign-in/password-form.tsx'
import { Row, Section } from '../section.tsx'
import { accountQuery } from '../settings-requests.ts'
import { SignOutButton } from '../sessions/sign-out-button.tsx'
import { useFormInPlace } from '../use-form-in-place.ts'
import styles from '../settings.module.css'

function Waiting({ pending, email }: { pending: string; email: string }) {
  const client = useQueryClient()
  const forget = useMutation({
    mutationFn: () => call('DELETE /api/account/email'),
    onSuccess: () => {
      patchQuery(client, accountQuery.queryKey, (all) => ({
        ...all,
        pending_email: null,
      }))
      toast({
        kind: 'success',
        title: m.settings_nothing_changed(),
        description: m.settings_email_unchanged({ email }),
      })
    },
    onError: (error) => showError(error, m.settings_email_failed()),
  })
  return (
    <div className={styles.note} role="status">
      <p>{m.settings_email_waiting({ email: pending })}</p>
      <Button
        variant="line"
        size="sm"
        busy={forget.isPending && m.settings_saving()}
        onClick={() => forget.mutate()}
      >
        {m.settings_email_keep()}
      </Button>
    </div>
  )
}

function ChangeButton({ id, label, onClick }: { id: string; label: string; onClick: () => void }) {
  return (
    <Button variant="line" size="sm" id={id} aria-label={label} onClick={onClick}>
      {m.settings_change()}
    </Button>
  )
}

function EmailRow() {
  const { user } = useSession()
  const { data } = useQuery(accountQuery)
  const { isOpen, buttonId, open, close } = useFormInPlace(hasEmailDraft(user?.user_id))
  if (!user) return null
  const email = data?.email ?? user.email
  return (
    <>
      <Row
        title={m.settings_email()}
        action={!isOpen && <ChangeButton id={buttonId} label={m.settings_email_change()} onClick={open} />}
      >
        {email}
      </Row>
      {data?.pending_email && <Waiting pending={data.pending_email} email={email} />}
      {isOpen && <EmailForm user_id={user.user_id} onDone={close} />}
    </>
  )
}

function PasswordRow() {
  const { isOpen, buttonId, open, close } = useFormInPlace()
  return (
    <>
      <Row
        title={m.settings_password()}
        action={!isOpen && <ChangeButton id={buttonId} label={m.settings_password_change()} onClick={open} />}
      >
        {m.settings_password_text()}
      </Row>
      {isOpen && <PasswordForm onDone={close} />}
    </>
  )
}

/** Email address, password, and signing out (SET-05). Changing the first two requires re-authentication. */
export function AccountSection() {
  return (
    <Section id="account" title={m.settings_account()}>
      <EmailRow />
      <PasswordRow />
      <div className={styles.foot}>
        <SignOutButton />
      </div>
    </Section>
  )
}
