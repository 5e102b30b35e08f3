import type { Spot } from '@nollie/contract'
import { Flag, Trash2 } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { MenuItem } from '../../../ui/index.ts'
import { useSpotRights } from './spot-rights.ts'

type Props = { spot: Pick<Spot, 'created_by'>; onOpen: (dialog: 'report' | 'delete') => void }

/** The last items in every spot menu: the spot's creator and admins can delete it, and everyone else can report it. */
export function ReportDeleteItems({ spot, onOpen }: Props) {
  const { mayEdit, mayReport } = useSpotRights(spot)
  return (
    <>
      {mayReport && (
        <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => onOpen('report')}>
          {m.spots_report()}
        </MenuItem>
      )}
      {mayEdit && (
        <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => onOpen('delete')}>
          {m.spots_delete()}
        </MenuItem>
      )}
    </>
  )
}
