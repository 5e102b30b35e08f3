import { Film } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { readFiles } from '../../lib/outbox/entries.ts'
import styles from './outbox.module.css'

const SHOWN_MAX = 5

type Preview = { index: number; address: string | null }

/** The photos in an outbox entry. Videos, and photos that the browser can't display, are shown as icons. */
export function FileStrip({ id, count }: { id: string; count: number }) {
  const [previews, setPreviews] = useState<readonly Preview[]>([])
  useEffect(() => {
    let made: Preview[] = []
    let isGone = false
    const show = async () => {
      const files = await readFiles(id)
      if (isGone) return
      made = files.slice(0, SHOWN_MAX).map(({ kind, blob }, index) => ({
        index,
        address: kind === 'image' ? URL.createObjectURL(blob) : null,
      }))
      setPreviews(made)
    }
    show().catch(() => undefined)
    return () => {
      isGone = true
      for (const { address } of made) if (address) URL.revokeObjectURL(address)
    }
  }, [id])
  return (
    <div className={styles.files}>
      {previews.map(({ index, address }) =>
        address ? (
          <img key={index} src={address} alt="" width="56" height="56" />
        ) : (
          <span key={index} className={styles.film}>
            <Film size={22} aria-hidden="true" />
          </span>
        ),
      )}
      <p>{m.outbox_files({ count })}</p>
    </div>
  )
}
