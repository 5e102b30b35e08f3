import { Share2, SquareArrowOutUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../../i18n/messages.ts'
import { go } from '../../../lib/navigation.ts'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'

type Props = {
  label: string
  spotId: string
  onShare: () => void
  /** Extra menu items. */
  actions?: ReactNode
}

/**
 * The menu on the card of the spot that is selected on the map. It opens when it's mounted. Members get the `actions` of
 * `SpotCardActions`, too.
 */
export function SelectedSpotMenu({ label, spotId, onShare, actions }: Props) {
  return (
    <Menu label={label} variant="glass" defaultOpen>
      <MenuItem icon={<Share2 aria-hidden="true" />} onSelect={onShare}>
        {m.map_card_share()}
      </MenuItem>
      <MenuItem icon={<SquareArrowOutUpRight aria-hidden="true" />} onSelect={() => go(`/spot/${spotId}`)}>
        {m.map_card_open()}
      </MenuItem>
      {actions}
    </Menu>
  )
}
