import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import type { Spot } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { MenuItem } from '../../../ui/index.ts'
import { ReportDeleteItems } from '../menu/report-delete-items.tsx'
import type { SpotDialogName } from '../spot-dialogs.tsx'
import { useSpotRights } from '../menu/spot-rights.ts'
import { spotQuery } from '../spot-requests.ts'

/** The dialogs that a spot's card can open. */
export type SpotCardDialogName = Extract<SpotDialogName, 'edit' | 'report' | 'delete'>

type OnOpen = (dialog: SpotCardDialogName) => void

function Items({ spot, onOpen }: { spot: Spot; onOpen: OnOpen }) {
  const { mayEdit } = useSpotRights(spot)
  return (
    <>
      {mayEdit && (
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onOpen('edit')}>
          {m.spots_edit()}
        </MenuItem>
      )}
      <ReportDeleteItems spot={spot} onOpen={onOpen} />
    </>
  )
}

/**
 * A member's actions on a spot, as menu items on its card. The actions depend on the spot's creator, who isn't part of
 * the card, so the spot loads when the menu opens.
 */
export function SpotCardActions({ spotId, onOpen }: { spotId: string; onOpen: OnOpen }) {
  const { data } = useQuery(spotQuery(spotId))
  return data ? <Items spot={data} onOpen={onOpen} /> : null
}
