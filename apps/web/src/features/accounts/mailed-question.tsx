import { type ReactNode, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { showError } from './accounts.ts'
import { AuthFrame } from './auth-frame.tsx'

type Props = {
  title: string
  /** What happens when the button is pressed. */
  text: string
  submit: string
  /** Title of the toast for what is worth another try. */
  failed: string
  /** Sends the token; nothing is sent before the button is pressed, however the page was opened. */
  send: () => Promise<void>
  done: { title: string; text: string; next: ReactNode }
  /** Texts for a link that was used, has expired or never existed. */
  refused: { text: string; next: ReactNode }
  /** There is no token in the address. */
  isEmpty: boolean
}

/** The page of a mailed link that changes something: it describes the change, and one button performs it. */
export function MailedQuestion({ title, text, submit, failed, send, done, refused, isEmpty }: Props) {
  const [outcome, setOutcome] = useState<'asking' | 'done' | 'refused'>(isEmpty ? 'refused' : 'asking')
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    try {
      await send()
      setOutcome('done')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'BAD_TOKEN') setOutcome('refused')
      else showError(error, failed)
      setBusy(false)
    }
  }
  switch (outcome) {
    case 'asking':
      return (
        <AuthFrame title={title}>
          <p className="mb-5 text-ink-2">{text}</p>
          <Button variant="primary" size="lg" wide busy={busy && m.shell_loading()} onClick={press}>
            {submit}
          </Button>
        </AuthFrame>
      )
    case 'done':
      return (
        <AuthFrame title={done.title}>
          <p className="mb-5 text-ink-2" role="status">
            {done.text}
          </p>
          {done.next}
        </AuthFrame>
      )
    case 'refused':
      return (
        <AuthFrame title={isEmpty ? m.auth_no_token_title() : m.auth_verify_bad_title()}>
          <p className="mb-5 text-ink-2" role="alert">
            {isEmpty ? m.auth_no_token_text() : refused.text}
          </p>
          {refused.next}
        </AuthFrame>
      )
  }
}
