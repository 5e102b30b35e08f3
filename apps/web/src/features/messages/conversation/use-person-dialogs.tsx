import type { Person } from '@nollie/contract'
import { type ReactNode, useState } from 'react'
import { BlockDialog } from '../../blocks/index.ts'
import { ReportDialog } from '../../reports/index.ts'

/** Provides the dialogs for blocking and reporting the other person, and functions that open them. */
export function usePersonDialogs(
  other: Person,
  onBlocked: () => void,
): { block: () => void; report: () => void; dialogs: ReactNode } {
  const [openDialog, setOpenDialog] = useState<'block' | 'report' | null>(null)
  const close = () => setOpenDialog(null)
  return {
    block: () => setOpenDialog('block'),
    report: () => setOpenDialog('report'),
    dialogs: (
      <>
        <BlockDialog
          person={other}
          open={openDialog === 'block'}
          onOpenChange={(open) => open || close()}
          onBlocked={onBlocked}
        />
        {openDialog === 'report' && (
          <ReportDialog subject={{ kind: 'user', id: other.user_id }} onClose={close} />
        )}
      </>
    ),
  }
}
