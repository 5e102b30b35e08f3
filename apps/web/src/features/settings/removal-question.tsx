import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { ConfirmDialog } from '../../ui/index.ts'

type Props = {
  isAsking: boolean
  setAsking: (isAsking: boolean) => void
  title: string
  confirm: string
  removal: { isPending: boolean; mutate: () => void }
  children: ReactNode
}

/** Asks for confirmation before removing a row. Stays open while the removal is in progress. */
export function RemovalQuestion({ isAsking, setAsking, title, confirm, removal, children }: Props) {
  return (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={setAsking}
      title={title}
      confirm={confirm}
      busy={removal.isPending && m.shell_loading()}
      onConfirm={() => removal.mutate()}
    >
      {children}
    </ConfirmDialog>
  )
}
