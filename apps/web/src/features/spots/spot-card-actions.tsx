import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import type { Spot } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { MenuItem } from '../../ui/index.ts'
import { ReportAndDelete } from './report-and-delete.tsx'
import type { SpotDialogName } from './spot-dialogs.tsx'
import { useSpotRights } from './spot-rights.ts'
import { spotQuery } from './spot-requests.ts'

/** What a spot's card leads to. */
export type SpotCardDialogName = Extract<SpotDialogName, 'edit' | 'report' | 'delete'>

type OnOpen = (dialog: SpotCardDialogName) => void

function Items({ spot, onOpen }: { spot: Spot; onOpen: OnOpen }) {
  const { mayEdit } = useSpotRights(spot)
  return (
    <>
      {mayEdit && (
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onOpen('edit')}>
          {m.spot_edit()}
        </MenuItem>
      )}
      <ReportAndDelete spot={spot} onOpen={onOpen} />
    </>
  )
}

/**
 * What a member may do with a spot from its card, as items of the card's menu. Whose spot it is stands on the spot
 * itself, which is asked for when the menu opens.
 */
export function SpotCardActions({ spotId, onOpen }: { spotId: string; onOpen: OnOpen }) {
  const { data } = useQuery(spotQuery(spotId))
  return data ? <Items spot={data} onOpen={onOpen} /> : null
}
