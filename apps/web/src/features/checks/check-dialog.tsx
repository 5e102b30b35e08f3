import type { CheckAnswer } from '@nollie/contract/checks/check-kinds'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, Form, Sheet } from '../../ui/index.ts'
import { CheckFields } from './check-fields.tsx'
import { CheckList } from './check-list.tsx'
import type { StandingSpot } from './standing-text.ts'
import { useCheckForm } from './use-check-form.ts'
import styles from './checks.module.css'

type Props = {
  spot: StandingSpot
  /** What was pressed already. */
  answer: CheckAnswer | null
  onClose: () => void
}

/** The dialog in which somebody says what they see at a spot, and sees what others saw. */
export function CheckDialog({ spot, answer, onClose }: Props) {
  const id = useId()
  const [open, setOpen] = useState(true)
  const form = useCheckForm(spot, answer, () => setOpen(false))
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!form.busy) setOpen(next)
      }}
      onClosed={onClose}
      title={m.checks_dialog({ spot: spot.name })}
      actions={
        <>
          <Button onClick={() => setOpen(false)} disabled={form.busy}>
            {m.shell_cancel()}
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            disabled={!form.mayBeSent}
            busy={form.busy && m.checks_sending()}
          >
            {m.checks_send()}
          </Button>
        </>
      }
    >
      <Form id={id} className={styles.form} noValidate aria-busy={form.busy} onSend={form.submit}>
        <CheckFields form={form} />
      </Form>
      <CheckList spot={spot} />
    </Sheet>
  )
}
