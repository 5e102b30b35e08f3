import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

type Props = { onLeave: () => void; onStay: () => void }

/** Asks for confirmation before reloading a page that has unsaved text. */
export default function LeaveQuestion({ onLeave, onStay }: Props) {
  const [open, setOpen] = useState(true)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onStay}
      title={m.languages_leave_title()}
      confirm={m.languages_leave()}
      cancel={m.languages_stay()}
      onConfirm={onLeave}
      tone="ink"
    >
      <p>{m.languages_leave_text()}</p>
    </ConfirmDialog>
  )
}
