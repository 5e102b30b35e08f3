import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

type Props = { onLeave: () => void; onStay: () => void }

/** Asks for confirmation before reloading a page that has unsaved text. */
export default function LeaveQuestion({ onLeave, onStay }: Props) {
  const [open, setOpen] = useState(true)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onStay}
      title={m.languages_change_title()}
      confirm={m.languages_change_confirm()}
      cancel={m.languages_change_cancel()}
      onConfirm={onLeave}
      tone="ink"
    >
      <p>{m.languages_change_text()}</p>
    </ConfirmDialog>
  )
}
