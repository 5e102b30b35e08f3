import type { Person } from '@nollie/contract'
import { type ReactNode, useState } from 'react'
import { BlockDialog } from '../blocks/index.ts'
import { ReportDialog } from '../reports/index.ts'

/** Blocking and reporting whom one writes with: what opens the dialogs, and the dialogs. */
export function usePersonDialogs(
  other: Person,
  onBlocked: () => void,
): { block: () => void; report: () => void; dialogs: ReactNode } {
  const [asked, setAsked] = useState<'block' | 'report' | null>(null)
  const close = () => setAsked(null)
  return {
    block: () => setAsked('block'),
    report: () => setAsked('report'),
    dialogs: (
      <>
        <BlockDialog
          person={other}
          open={asked === 'block'}
          onOpenChange={(open) => open || close()}
          onBlocked={onBlocked}
        />
        {asked === 'report' && <ReportDialog subject={{ kind: 'user', id: other.user_id }} onClose={close} />}
      </>
    ),
  }
}
