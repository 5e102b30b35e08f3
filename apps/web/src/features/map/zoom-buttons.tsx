import { Minus, Plus } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** Buttons for zooming in and out. */
export function ZoomButtons({ map }: { map: { zoomBy: (by: number) => void } | null }) {
  return (
    <>
      <IconButton label={m.map_zoom_in()} variant="solid" onClick={() => map?.zoomBy(1)}>
        <Plus size={20} aria-hidden="true" />
      </IconButton>
      <IconButton label={m.map_zoom_out()} variant="solid" onClick={() => map?.zoomBy(-1)}>
        <Minus size={20} aria-hidden="true" />
      </IconButton>
    </>
  )
}
