import type { Box } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { fitsArea } from '@nollie/contract/stored-areas/area-tiles'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { numberText } from '../../lib/format.ts'
import { distanceText } from '../../lib/text/distance-text.ts'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { DownloadLinks } from './download-links.tsx'
import styles from './open-data.module.css'

/** Offers the spots in a part of the map as files for other apps. */
export default function ExportSheet({ box, onClosed }: { box: Box; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const { west, south, east, north } = box
  return (
    <Sheet open={open} onOpenChange={setOpen} onClosed={onClosed} title={m.open_data_export()}>
      {fitsArea(box) ? (
        <div className={styles.sheet}>
          <DownloadLinks
            path="/api/map/areas/export"
            query={`?box=${[west, south, east, north].join(',')}`}
          />
          <small>{m.open_data_export_text({ count: numberText(LIMITS.area_spots) })}</small>
        </div>
      ) : (
        <p role="alert">{m.stored_areas_too_large({ distance: distanceText(LIMITS.area_metres) })}</p>
      )}
    </Sheet>
  )
}
