import type { Spot } from '@nollie/contract'
import { Images, ListPlus, Merge, Pencil, Share2 } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { Menu, MenuItem } from '../../../ui/index.ts'
import { useActsAtSpot } from '../../stewards/index.ts'
import { ReportDeleteItems } from './report-delete-items.tsx'
import type { SpotDialogName } from '../spot-dialogs.tsx'
import { useSpotRights } from './spot-rights.ts'

type Props = {
  spot: Spot
  onShare: () => void
  onCover: () => void
  onOpen: (dialog: SpotDialogName) => void
}

/**
 * A spot's menu, open when mounted. Everyone can share the spot, its creator and admins can edit it, and others can
 * report it.
 */
export function SpotMenuItems({ spot, onShare, onCover, onOpen }: Props) {
  const { mayEdit } = useSpotRights(spot)
  const isSteward = useActsAtSpot(spot.id)
  const mayMerge = mayEdit || isSteward
  return (
    <Menu label={m.spots_actions()} variant="glass" defaultOpen>
      <MenuItem icon={<Share2 aria-hidden="true" />} onSelect={onShare}>
        {m.spots_share()}
      </MenuItem>
      <MenuItem icon={<ListPlus aria-hidden="true" />} onSelect={() => onOpen('list')}>
        {m.lists_add_to()}
      </MenuItem>
      {mayEdit && (
        <>
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onOpen('edit')}>
            {m.spots_edit()}
          </MenuItem>
          <MenuItem icon={<Images aria-hidden="true" />} onSelect={onCover}>
            {m.spots_cover_menu()}
          </MenuItem>
        </>
      )}
      {mayMerge && (
        <MenuItem icon={<Merge aria-hidden="true" />} onSelect={() => onOpen('merge')}>
          {m.twins_choose()}
        </MenuItem>
      )}
      <ReportDeleteItems spot={spot} onOpen={onOpen} />
    </Menu>
  )
}
