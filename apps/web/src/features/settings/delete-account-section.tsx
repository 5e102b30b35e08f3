import { LIMITS } from '@nollie/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { go } from '../../lib/navigation.ts'
import { session } from '../../lib/session.ts'
import { Button } from '../../ui/index.ts'
import { ContentChoice, type LeftContent } from '../accounts/content-choice.tsx'
import { fieldErrors, showError } from './error-text.ts'
import { FormButtons } from './form-buttons.tsx'
import { PasswordNow } from './password-now.tsx'
import { Section } from './section.tsx'
import { useFormFocus } from './use-form-focus.ts'
import { useFormInPlace } from './use-form-in-place.ts'

function DeleteAccountForm({ onCancel }: { onCancel: () => void }) {
  const [content, setContent] = useState<LeftContent | null>(null)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const form = useFormFocus(errors)
  const leave = useMutation({
    mutationFn: (content: LeftContent) => call('POST /api/account/leaving', { body: { content, password } }),
    onSuccess: ({ due_at }) => {
      session.signedOut()
      go('/auth', { replace: true, state: { deletionDueAt: due_at } })
    },
    onError: (error) => {
      setErrors(fieldErrors(error))
      showError(error, m.settings_delete_failed())
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setErrors({})
    if (content) leave.mutate(content)
  }
  return (
    <form ref={form} className="settings-form" aria-label={m.settings_delete()} onSubmit={submit}>
      <ContentChoice value={content} onChange={setContent} />
      <PasswordNow
        error={errors.password}
        value={password}
        onChange={(next) => {
          setPassword(next)
          setErrors({})
        }}
      />
      <FormButtons
        onCancel={onCancel}
        submit={m.settings_delete_confirm()}
        sending={m.shell_loading()}
        isSending={leave.isPending}
        variant="danger"
      />
    </form>
  )
}

/** Ends the account: by its password, with a choice about what was made, and fourteen days to think better of it. */
export function DeleteAccountSection() {
  const { isOpen, buttonId, open, close } = useFormInPlace()
  return (
    <Section id="leave" title={m.settings_delete()}>
      <p className="settings-text">{m.settings_delete_after({ days: LIMITS.grace_days })}</p>
      <p className="settings-text">{m.settings_delete_take()}</p>
      {isOpen ? (
        <DeleteAccountForm onCancel={close} />
      ) : (
        <div className="settings-foot">
          <Button id={buttonId} className="settings-danger" onClick={open}>
            {m.settings_delete_begin()}
          </Button>
        </div>
      )}
    </Section>
  )
}
