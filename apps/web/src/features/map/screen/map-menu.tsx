import { Download, Expand, MapPinPlus } from 'lucide-react'
import { writeBoxArea } from '@nollie/contract/imports/area-text'
import { m } from '../../../i18n/messages.ts'
import { go } from '../../../lib/navigation.ts'
import { useSession } from '../../../lib/use-session.ts'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { useMapExport } from '../../open-data/index.ts'
import { useStoreArea } from '../../stored-areas/index.ts'
import type { Bounds } from '../engine/types.ts'

type Props = {
  /** Null until the map is ready. */
  map: { bounds: () => Bounds } | null
  /** Moves the map so that all matching spots are visible. */
  onShowAll: () => void
}

function buildSkateparksAddress({ west, south, east, north }: Bounds): string {
  const area = writeBoxArea({ west, south, east: east < west ? east + 360 : east, north })
  return `/admin/skateparks?${new URLSearchParams({ area }).toString()}`
}

/** The map's menu, which opens when it's mounted. */
export function MapMenu({ map, onShowAll }: Props) {
  const isAdmin = useSession().user?.is_admin === true
  const { canStore, ask, sheet } = useStoreArea(() => map?.bounds() ?? null)
  const taking = useMapExport(() => map?.bounds() ?? null)
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
        {map && taking.items}
        {isAdmin && (
          <MenuItem
            icon={<MapPinPlus aria-hidden="true" />}
            disabled={!map}
            onSelect={() => map && go(buildSkateparksAddress(map.bounds()))}
          >
            {m.imports_osm_from_map()}
          </MenuItem>
        )}
      </Menu>
      {sheet}
      {taking.sheet}
    </>
  )
}
