import type { SpotCard } from '@nollie/contract'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Menu } from '../../../ui/index.ts'
import { SpotCardActions, type SpotCardDialogName } from './spot-card-actions.tsx'
import { SpotCardDialog } from './spot-card-dialog.tsx'

type Props = { spot: Pick<SpotCard, 'id' | 'name' | 'status'>; onDeleted: () => void }

/**
 * The menu on a spot in a person's list of spots, with its dialogs. For the spot's creator and admins. The menu of the
 * spot that is selected on the map is `SelectedSpotMenu` of the map.
 */
export function PersonSpotMenu({ spot, onDeleted }: Props) {
  const [action, setAction] = useState<SpotCardDialogName | null>(null)
  return (
    <>
      <Menu label={m.spots_card_menu({ name: spot.name })} variant="glass">
        <SpotCardActions spotId={spot.id} onOpen={setAction} />
      </Menu>
      {action && (
        <SpotCardDialog
          spot={spot}
          name={action}
          from="list"
          onClose={() => setAction(null)}
          onDeleted={onDeleted}
        />
      )}
    </>
  )
}
