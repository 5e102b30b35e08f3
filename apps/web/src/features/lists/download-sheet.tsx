import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Sheet } from '../../ui/index.ts'
import { DownloadLinks } from '../open-data/index.ts'
import styles from './lists.module.css'

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
