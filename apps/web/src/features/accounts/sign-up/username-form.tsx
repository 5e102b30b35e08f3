import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form, LEAVING, useForm } from '../../../ui/forms/form.tsx'
import { Note } from '../../../ui/notices/note.tsx'
import { explainFailure, type SignedIn } from '../account-requests.ts'
import { showSignedIn } from '../sign-in/show-signed-in.ts'
import { AcceptTerms } from './accept-terms.tsx'

type Props = {
  join: (username: string) => Promise<SignedIn>
  /** Called if the code or the provider's response has expired. */
  onOver: () => void
}

const OVER: ReadonlySet<string> = new Set(['CODE_OVER', 'PROVIDER_OVER'])

/** Asks for a username after verification, and creates the account. */
export function NameForm({ join, onOver }: Props) {
  const [username, setUsername] = useState('')
  const { errors, refused, busy, submit, typed } = useForm({
    send: async () => {
      showSignedIn(await join(username.trim()), { isNew: true })
      return LEAVING
    },
    explain: (error) => {
      if (!(error instanceof ApiError && OVER.has(error.code)))
        return explainFailure(error, m.accounts_sign_up_failed())
      onOver()
      return null
    },
  })
  return (
    <Form onSend={submit} refused={refused} startsInField>
      <Note role="status">{m.accounts_code_name_text()}</Note>
      <Field
        label={m.accounts_username()}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={m.accounts_username_placeholder()}
        hint={m.accounts_username_hint()}
        required
        error={errors.username}
        value={username}
        onChange={(event) => {
          setUsername(event.target.value)
          typed('username')
        }}
      />
      <Button type="submit" variant="primary" size="lg" wide busy={busy && m.shell_loading()}>
        {m.accounts_code_create_account()}
      </Button>
      <AcceptTerms />
    </Form>
  )
}
