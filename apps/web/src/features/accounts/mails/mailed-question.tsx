import { type ReactNode, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { useForm } from '../../../ui/forms/form.tsx'
import { explainFailure } from '../account-requests.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { Note } from '../../../ui/notices/note.tsx'

type Props = {
  title: string
  /** Explains what the button does. */
  text: string
  submit: string
  /** The title of the toast for errors that a retry may fix. */
  failed: string
  /** Sends the token when the person selects the button. Opening the page never sends it. */
  send: () => Promise<void>
  done: { title: string; text: string; next: ReactNode }
  /** Shown for a link that was already used, has expired, or never existed. */
  refused: { text: string; next: ReactNode }
  /** Whether the URL has no token. */
  isEmpty: boolean
  /** Shown if the URL has no token; by default, to open the link from the email again. */
  incomplete?: string
}

/** The page an emailed link opens: it describes the change, and a button makes it. */
export function MailedQuestion({ title, text, submit, failed, send, done, refused, ...props }: Props) {
  const { isEmpty, incomplete = m.accounts_incomplete_link_text() } = props
  const [outcome, setOutcome] = useState<'asking' | 'done' | 'refused'>(isEmpty ? 'refused' : 'asking')
  const { busy, submit: press } = useForm({
    send: async () => {
      await send()
      setOutcome('done')
    },
    explain: (error) => {
      if (!(error instanceof ApiError && error.code === 'BAD_TOKEN')) return explainFailure(error, failed)
      setOutcome('refused')
      return null
    },
  })
  switch (outcome) {
    case 'asking':
      return (
        <AuthFrame title={title}>
          <Note spaced>{text}</Note>
          <Button variant="primary" size="lg" wide busy={busy && m.shell_loading()} onClick={press}>
            {submit}
          </Button>
        </AuthFrame>
      )
    case 'done':
      return (
        <AuthFrame title={done.title}>
          <Note spaced role="status">
            {done.text}
          </Note>
          {done.next}
        </AuthFrame>
      )
    case 'refused':
      return (
        <AuthFrame title={isEmpty ? m.accounts_incomplete_link_title() : m.accounts_bad_link_title()}>
          <Note spaced role="alert">
            {isEmpty ? incomplete : refused.text}
          </Note>
          {refused.next}
        </AuthFrame>
      )
  }
}
