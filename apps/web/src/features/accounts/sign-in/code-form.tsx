import { useEffect, useEffectEvent, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/forms/code-field.tsx'
import { Form, LEAVING, useForm } from '../../../ui/forms/form.tsx'
import { Note } from '../../../ui/notices/note.tsx'
import { explainFailure, type SignedIn } from '../account-requests.ts'
import { CancelDeletionNotice } from '../account/cancel-deletion-notice.tsx'
import { stripSeparators } from './code-requests.ts'
import { showSignedIn } from './show-signed-in.ts'
import { OutboxLink } from '../sign-up/verification-notice.tsx'

const DIGITS = /^\d{6}$/

type Props = {
  /** Explains where the code was sent. */
  text: string
  signIn: (entered: { code: string; cancel_deletion?: true }) => Promise<SignedIn>
  /** Whether the error means that the code was correct but the person has no account yet. */
  needsMore: (error: unknown) => boolean
  onMore: (code: string) => void
  /** Called if the code is no longer valid: it was used, expired, or there were too many wrong attempts. */
  onOver: () => void
}

function useCode({ signIn, needsMore, onMore, onOver }: Props) {
  const [code, setCode] = useState('')
  const [deletionDay, setDeletionDay] = useState('')
  const entered = { code: stripSeparators(code) }
  const form = useForm({
    send: async () => {
      showSignedIn(await signIn(entered))
      return LEAVING
    },
    explain: (error) => {
      if (needsMore(error)) onMore(entered.code)
      else if (error instanceof ApiError && error.code === 'CODE_OVER') onOver()
      else if (error instanceof ApiError && error.code === 'LEAVING') setDeletionDay(error.detail)
      else return explainFailure(error, m.accounts_sign_in_failed())
      return null
    },
  })
  // Submits the code once it has six digits, whether typed, pasted, or autofilled.
  const complete = useEffectEvent(() => void form.submit())
  useEffect(() => {
    if (DIGITS.test(stripSeparators(code))) complete()
  }, [code])
  const cancelDeletion = async () => showSignedIn(await signIn({ ...entered, cancel_deletion: true }))
  return { ...form, code, setCode, deletionDay, cancelDeletion }
}

/** The form for entering a six-digit code. */
export function CodeForm(props: Props) {
  const { errors, refused, busy, submit, typed, code, setCode, deletionDay, cancelDeletion } = useCode(props)
  return (
    <Form onSend={submit} refused={refused} startsInField>
      <Note role="status">{props.text}</Note>
      <CodeField
        label={m.accounts_code()}
        placeholder={m.accounts_code_placeholder()}
        error={errors.code}
        value={code}
        onEnter={(entered) => {
          setCode(entered)
          typed('code')
        }}
      />
      {deletionDay && <CancelDeletionNotice text={deletionDay} onCancel={cancelDeletion} />}
      <Button type="submit" variant="primary" size="lg" wide busy={busy && m.shell_loading()}>
        {m.accounts_sign_in()}
      </Button>
      <OutboxLink />
    </Form>
  )
}
