import type { CheckAnswer } from '@nollie/contract/checks/check-kinds'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { CheckFields } from './check-fields.tsx'
import { CheckList } from './check-list.tsx'
import type { CheckedSpot } from './spot-condition-text.ts'
import { useCheckForm } from './use-check-form.ts'
import styles from './checks.module.css'

type Props = {
  spot: CheckedSpot
  /** The answer that was selected before the dialog opened; null if none was. */
  answer: CheckAnswer | null
  onClose: () => void
}

/** The dialog for reporting a spot's status and reading other people's reports. */
export function CheckDialog({ spot, answer, onClose }: Props) {
  const [open, setOpen] = useState(true)
  const form = useCheckForm(spot, answer, () => setOpen(false))
  return (
    <FormDialog
      form={form}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      title={m.checks_dialog_title({ spot: spot.name })}
      submit={m.checks_send()}
      sending={m.checks_sending()}
      disabled={!form.mayBeSent}
      className={styles.form}
      below={<CheckList spot={spot} />}
    >
      <CheckFields form={form} />
    </FormDialog>
  )
}
