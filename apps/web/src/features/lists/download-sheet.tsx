import { EXPORT_FORMATS, type ExportFormat } from '@nollie/contract/lists/list-kinds'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { buttonLook, Sheet } from '../../ui/index.ts'
import styles from './lists.module.css'

const LABELS: Record<ExportFormat, () => string> = {
  gpx: m.lists_gpx,
  kml: m.lists_kml,
  geojson: m.lists_geojson,
}

type LinksProps = {
  /** The path of the files, without the extension. */
  path: string
  formats?: readonly ExportFormat[]
}

/** Links for downloading a list in each format. */
export function DownloadLinks({ path, formats = EXPORT_FORMATS }: LinksProps) {
  return (
    <div className={styles.buttons}>
      {formats.map((format) => (
        <a key={format} {...buttonLook({ variant: 'line' })} href={`${path}/${format}`} download>
          <Download aria-hidden="true" />
          {LABELS[format]()}
        </a>
      ))}
    </div>
  )
}

/** A sheet with a list's download links. */
export function DownloadSheet({ path, onClosed }: { path: string; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  return (
    <Sheet open={open} onOpenChange={setOpen} onClosed={onClosed} title={m.lists_download()}>
      <div className={styles.part}>
        <DownloadLinks path={path} />
        <small>{m.lists_download_license()}</small>
      </div>
    </Sheet>
  )
}
