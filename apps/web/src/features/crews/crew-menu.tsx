import type { Crew } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Flag, LogOut, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { go } from '../../lib/navigation.ts'
import { Menu, MenuItem, toast } from '../../ui/index.ts'
import { ReportDialog } from '../reports/index.ts'
import { reloadCrews } from './crew-requests.ts'
import { AskFirst, type Question } from './crew-question.tsx'
import { RenameCrew } from './rename-crew.tsx'

/** Returns the confirmations to show before someone leaves or deletes a crew. Both actions return to the list. */
function useEnds({ id: crew_id, name: crew }: Crew): Record<'leave' | 'delete', Question> {
  const client = useQueryClient()
  const done = async (title: string) => {
    toast({ kind: 'success', title })
    go('/crews', { replace: true })
    await reloadCrews(client, true)
  }
  const params = { crew_id }
  return {
    leave: {
      title: m.crews_leave_title({ crew }),
      text: m.crews_leave_text(),
      confirm: m.crews_leave(),
      send: async () => {
        await call('DELETE /api/crews/:crew_id/membership', { params })
        await done(m.crews_left({ crew }))
      },
    },
    delete: {
      title: m.crews_delete_title({ crew }),
      text: m.crews_delete_text(),
      confirm: m.crews_delete(),
      send: async () => {
        await call('DELETE /api/crews/:crew_id', { params })
        await done(m.crews_deleted({ crew }))
      },
    },
  }
}

/** The menu of actions on a crew: rename, leave, delete, and report. */
export function CrewMenu({ crew }: { crew: Crew }) {
  const [shown, setShown] = useState<'rename' | 'leave' | 'delete' | 'report' | null>(null)
  const ends = useEnds(crew)
  const isOwner = crew.role === 'owner'
  const close = () => setShown(null)
  return (
    <>
      <Menu label={m.crews_menu({ crew: crew.name })}>
        {isOwner && (
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setShown('rename')}>
            {m.crews_rename()}
          </MenuItem>
        )}
        {!isOwner && (
          <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => setShown('report')}>
            {m.crews_report()}
          </MenuItem>
        )}
        <MenuItem icon={<LogOut aria-hidden="true" />} tone="danger" onSelect={() => setShown('leave')}>
          {m.crews_leave()}
        </MenuItem>
        {isOwner && (
          <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => setShown('delete')}>
            {m.crews_delete()}
          </MenuItem>
        )}
      </Menu>
      {shown === 'rename' && <RenameCrew crew={crew} onClosed={close} />}
      {(shown === 'leave' || shown === 'delete') && <AskFirst question={ends[shown]} onClosed={close} />}
      {shown === 'report' && <ReportDialog subject={{ kind: 'crew', id: crew.id }} onClose={close} />}
    </>
  )
}
