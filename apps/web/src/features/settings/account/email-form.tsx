import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { Field, Form, toast, useForm } from '../../../ui/index.ts'
import { FormButtons } from '../form-buttons.tsx'
import { explainChange, withProof } from '../proofs/proof.ts'
import { accountQuery } from '../settings-requests.ts'
import styles from '../settings.module.css'

// The drafts exist only in memory and are never stored. They survive if the session expires and the screen closes.
const drafts = new Map<string, string>()

/** Whether the form was closed with an unfinished draft. */
export function hasEmailDraft(user_id: string | undefined): boolean {
  return user_id !== undefined && drafts.has(user_id)
}

/** Requests a new email address, which takes effect once the emailed link is opened. */
export function EmailForm({ user_id, onDone }: { user_id: string; onDone: () => void }) {
  const client = useQueryClient()
  const [email, setEmail] = useState(drafts.get(user_id) ?? '')
  const done = () => {
    drafts.delete(user_id)
    onDone()
  }
  const { errors, refused, busy, submit, typed } = useForm({
    send: async () => {
      await withProof(() => call('POST /api/account/email', { body: { email: email.trim() } }))
      toast({
        kind: 'success',
        title: m.settings_email_requested_title(),
        description: m.settings_email_requested_text({ email: email.trim() }),
      })
      void client.invalidateQueries({ queryKey: accountQuery.queryKey })
      done()
    },
    explain: (error) => explainChange(error, m.settings_email_failed()),
  })
  return (
    <Form
      className={styles.form}
      aria-label={m.settings_email_change()}
      onSend={submit}
      refused={refused}
      startsInField
    >
      <Field
        label={m.settings_email_new()}
        type="email"
        name="email"
        autoComplete="email"
        placeholder={m.accounts_email_placeholder()}
        required
        error={errors.email}
        value={email}
        onChange={({ target }) => {
          setEmail(target.value)
          typed()
          drafts.set(user_id, target.value)
        }}
      />
      <FormButtons
        onCancel={done}
        submit={m.settings_email_submit()}
        sending={m.settings_sending()}
        isSending={busy}
      />
    </Form>
  )
}
