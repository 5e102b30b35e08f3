import { Download, Expand } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { useStoreArea } from '../../stored-areas/index.ts'
import type { Bounds } from '../engine/types.ts'

type Props = {
  /** Null until the map is ready. */
  map: { bounds: () => Bounds } | null
  /** Moves the map so that all matching spots are visible. */
  onShowAll: () => void
}

/** The map's menu, which opens when it's mounted. */
export function MapMenu({ map, onShowAll }: Props) {
  const { canStore, ask, sheet } = useStoreArea(() => map?.bounds() ?? null)
  return (
    <>
      <Menu label={m.map_menu()} defaultOpen>
        {canStore && (
          <MenuItem icon={<Download aria-hidden="true" />} disabled={!map} onSelect={ask}>
            {m.stored_areas_download()}
          </MenuItem>
        )}
        <MenuItem icon={<Expand aria-hidden="true" />} onSelect={onShowAll}>
          {m.map_list_show_all()}
        </MenuItem>
      </Menu>
      {sheet}
    </>
  )
}
