import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { DELETION_DUE, leaveDevice } from '../../../lib/sign-out.ts'
import { writeStoredInTab } from '../../../lib/storage.ts'
import { Button, Form, LEAVING, useForm } from '../../../ui/index.ts'
import { ContentChoice, type LeftContent } from '../../accounts/index.ts'
import { FormButtons } from '../form-buttons.tsx'
import { explainChange, withProof } from '../proofs/proof.ts'
import { Section } from '../section.tsx'
import { useFormInPlace } from '../use-form-in-place.ts'
import styles from '../settings.module.css'

function DeleteAccountForm({ onCancel }: { onCancel: () => void }) {
  const [content, setContent] = useState<LeftContent | null>(null)
  const { refused, busy, submit } = useForm({
    send: async () => {
      // The browser doesn't submit the form until a choice is made.
      if (!content) return null
      const leave = () => withProof(() => call('POST /api/account/leaving', { body: { content } }))
      const { due_at } = await leaveDevice(leave)
      writeStoredInTab(DELETION_DUE, due_at)
      location.replace('/auth')
      return LEAVING
    },
    explain: (error) => explainChange(error, m.settings_delete_failed()),
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

/**
 * Deletes the account. Requires re-authentication, and a choice of what happens to the content. The deletion can be
 * canceled for 14 days.
 */
export function DeleteAccountSection() {
  const { isOpen, buttonId, open, close } = useFormInPlace()
  return (
    <Section id="leave" title={m.settings_delete()}>
      <p className={styles.text}>{m.settings_delete_text({ days: ACCOUNT_LIMITS.grace_days })}</p>
      <p className={styles.text}>{m.settings_delete_export_first()}</p>
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
