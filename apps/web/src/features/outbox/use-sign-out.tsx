import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { waitingList } from '../../lib/waiting/waiting-list.ts'
import { ConfirmDialog } from '../../ui/index.ts'

/**
 * Asks before a sign-out that would delete what waits in the outbox of this device. `ask` calls `leave` at once if
 * nothing does; `question` is to be rendered.
 */
export function useSignOutQuestion(leave: () => void) {
  const [count, setCount] = useState(0)
  const [open, setOpen] = useState(false)
  const ask = () => {
    const waiting = waitingList.get().length
    if (waiting === 0) return leave()
    setCount(waiting)
    setOpen(true)
  }
  const question = (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={m.outbox_leave_title({ count })}
      confirm={m.outbox_leave_go()}
      cancel={m.outbox_leave_stay()}
      onConfirm={() => {
        setOpen(false)
        leave()
      }}
    >
      {m.outbox_leave_text()}
    </ConfirmDialog>
  )
  return { ask, question }
}
