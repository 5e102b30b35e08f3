import { LIMITS } from '@nollie/contract/limits'
import { type ReactNode, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { session } from '../../lib/session.ts'
import { storedText, useStoredValues } from '../../lib/use-stored-values.ts'
import { Textarea, useForm } from '../../ui/index.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { looks } from '../../ui/looks.ts'
import { explainAct, useAfterAct } from './use-steward-action.ts'
import styles from './stewards.module.css'

type Props = {
  /** The subject of the decision. It's part of the storage key for the typed text. */
  about: string
  title: string
  text?: string
  label?: string
  confirm: string
  isDanger?: boolean
  /** Fields above the reason. */
  children?: ReactNode
  send: (reason: string) => Promise<unknown>
  successText: string
  onClosed: () => void
}

function useReason({ about, send, successText }: Props, onDone: () => void) {
  const after = useAfterAct()
  const { values, change, forget } = useStoredValues({
    name: `nollie.steward.${session.get().user?.user_id}.${about}`,
    read: storedText,
  })
  const form = useForm({
    check: () => (values.trim() ? null : { reason: m.stewards_reason_missing() }),
    send: async () => {
      await send(values.trim())
      forget()
      onDone()
      await after(successText)
    },
    explain: explainAct,
  })
  return { reason: values, change, form, forget }
}

/**
 * Asks for confirmation of an action by or about a steward, and for the required reason. Typed text survives a reload.
 */
export function ReasonDialog(props: Props) {
  const { title, text, label = m.stewards_reason(), confirm, isDanger, children, onClosed } = props
  const [open, setOpen] = useState(true)
  const { reason, change, form, forget } = useReason(props, () => setOpen(false))
  const { errors, typed } = form
  return (
    <FormDialog
      form={form}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      onCancel={() => {
        forget()
        setOpen(false)
      }}
      title={title}
      submit={confirm}
      sending={m.stewards_sending()}
      variant={isDanger ? 'danger' : 'primary'}
      className={styles.form}
    >
      {text && <p className={looks.sheetText}>{text}</p>}
      {children}
      {errors.until && (
        <p className={looks.fieldError} role="alert">
          {errors.until}
        </p>
      )}
      <Textarea
        name="reason"
        label={label}
        error={errors.reason}
        rows={3}
        maxLength={LIMITS.reason_max}
        value={reason}
        onChange={({ target }) => {
          typed()
          change(target.value)
        }}
      />
    </FormDialog>
  )
}
