import { EXPORT_FORMATS, type ExportFormat } from '@nollie/contract/lists/list-kinds'
import { Download } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { buttonLook } from '../../ui/button.tsx'
import styles from './open-data.module.css'

const LABELS: Record<ExportFormat, () => string> = {
  gpx: m.lists_gpx,
  kml: m.lists_kml,
  geojson: m.lists_geojson,
}

type LinksProps = {
  /** The path of the files, without the extension. */
  path: string
  /** The query string of the files' URLs, starting with `?`. */
  query?: string
  formats?: readonly ExportFormat[]
}

/** Links for downloading spots in each format. */
export function DownloadLinks({ path, query = '', formats = EXPORT_FORMATS }: LinksProps) {
  return (
    <div className={styles.buttons}>
      {formats.map((format) => (
        <a key={format} {...buttonLook({ variant: 'line' })} href={`${path}/${format}${query}`} download>
          <Download aria-hidden="true" />
          {LABELS[format]()}
        </a>
      ))}
    </div>
  )
}
