import { LIMITS } from '@nollie/contract/limits'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { go } from '../../lib/navigation.ts'
import { session } from '../../lib/session.ts'
import { Button, Form, LEAVING, useForm } from '../../ui/index.ts'
import { ContentChoice, type LeftContent } from '../accounts/index.ts'
import { errorText } from './error-text.ts'
import { FormButtons } from './form-buttons.tsx'
import { PasswordNow } from './password-now.tsx'
import { Section } from './section.tsx'
import { useFormInPlace } from './use-form-in-place.ts'
import styles from './settings.module.css'

function DeleteAccountForm({ onCancel }: { onCancel: () => void }) {
  const [content, setContent] = useState<LeftContent | null>(null)
  const [password, setPassword] = useState('')
  const { errors, refused, busy, submit, typed } = useForm({
    send: async () => {
      // The browser does not send the form without a choice.
      if (!content) return null
      const { due_at } = await call('POST /api/account/leaving', { body: { content, password } })
      session.signedOut()
      go('/auth', { replace: true, state: { deletionDueAt: due_at } })
      return LEAVING
    },
    explain: (error) => ({ title: m.settings_delete_failed(), description: errorText(error) }),
  })
  return (
    <Form
      className={styles.form}
      aria-label={m.settings_delete()}
      onSend={submit}
      refused={refused}
      startsInField
    >
      <ContentChoice value={content} onChange={setContent} />
      <PasswordNow
        error={errors.password}
        value={password}
        onChange={(next) => {
          setPassword(next)
          typed()
        }}
      />
      <FormButtons
        onCancel={onCancel}
        submit={m.settings_delete_confirm()}
        sending={m.shell_loading()}
        isSending={busy}
        variant="danger"
      />
    </Form>
  )
}

/** Deletes the account: with its password, a choice about the content, and fourteen days to cancel. */
export function DeleteAccountSection() {
  const { isOpen, buttonId, open, close } = useFormInPlace()
  return (
    <Section id="leave" title={m.settings_delete()}>
      <p className={styles.text}>{m.settings_delete_after({ days: LIMITS.grace_days })}</p>
      <p className={styles.text}>{m.settings_delete_take()}</p>
      {isOpen ? (
        <DeleteAccountForm onCancel={close} />
      ) : (
        <div className={styles.foot}>
          <Button id={buttonId} className={styles.danger} onClick={open}>
            {m.settings_delete_begin()}
          </Button>
        </div>
      )}
    </Section>
  )
}
