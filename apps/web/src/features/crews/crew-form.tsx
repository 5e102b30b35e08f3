import { LIMITS } from '@nollie/contract/limits'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { getMessage } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { useSubmitKey } from '../../lib/drafts/use-submit-key.ts'
import { Field, fieldErrors, useForm } from '../../ui/index.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'

type Props = {
  title: string
  name?: string
  submit: string
  busy: string
  failed: string
  /** Sends the name. All attempts with the same name use the same key. */
  send: (name: string, key: string) => Promise<unknown>
  onClosed: () => void
}

function useStoredName(before: string) {
  return useStoredValues({
    name: `nollie.crew.${session.get().user?.user_id}.${before}`,
    read: (stored) => (typeof stored === 'string' ? stored : before),
  })
}

/** The dialog for naming a crew. */
export function CrewForm({
  title,
  name: before = '',
  submit: label,
  busy: sending,
  failed,
  send,
  onClosed,
}: Props) {
  const [open, setOpen] = useState(true)
  const { values: name, change, forget } = useStoredName(before)
  const getSubmitKey = useSubmitKey()
  const form = useForm({
    check: () => (name.trim() === '' ? { name: m.crews_name_missing() } : null),
    send: async () => {
      await send(name.trim(), getSubmitKey(name))
      forget()
      setOpen(false)
    },
    explain: (error) => ({ title: failed, description: getMessage(error, m.crews_try_again()) }),
    getFieldErrors: fieldErrors,
  })
  return (
    <FormDialog
      form={form}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title={title}
      submit={label}
      sending={sending}
    >
      <Field
        label={m.crews_name()}
        name="name"
        placeholder={m.crews_name_placeholder()}
        hint={m.crews_name_hint()}
        value={name}
        error={form.errors.name}
        maxLength={LIMITS.crew_name_max}
        autoComplete="off"
        readOnly={form.busy}
        onChange={({ target }) => {
          form.typed()
          change(target.value)
        }}
      />
    </FormDialog>
  )
}
