import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Field, Form, useForm } from '../../ui/index.ts'
import type { ToastText } from '../../ui/toast.ts'
import { FormButtons } from './form-buttons.tsx'
import styles from './settings.module.css'

type Props = {
  title: string
  hint: string
  /** The initial name. */
  first: string
  submit: string
  send: (name: string) => Promise<void>
  explain: (error: unknown) => ToastText | null
  onCancel: () => void
}

/** Asks for the name of an item in a settings list. Replaces the item's row or the add button. */
export function RowNameForm({ title, hint, first, submit, send, explain, onCancel }: Props) {
  const [name, setName] = useState(first)
  const form = useForm({ send: () => send(name), explain })
  return (
    <Form
      className={styles.form}
      aria-label={title}
      onSend={form.submit}
      refused={form.refused}
      startsInField
    >
      <Field
        label={m.settings_tokens_name()}
        hint={hint}
        name="name"
        autoComplete="off"
        required
        error={form.errors.name}
        value={name}
        onChange={({ target }) => {
          setName(target.value)
          form.typed()
        }}
      />
      <FormButtons onCancel={onCancel} submit={submit} sending={m.settings_saving()} isSending={form.busy} />
    </Form>
  )
}
