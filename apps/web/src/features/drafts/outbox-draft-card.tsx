import { Clock, Images, MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { agoText } from '../../lib/text/ago-text.ts'
import { m } from '../../i18n/messages.ts'
import type { Waiting } from '../../lib/outbox/use-outbox.ts'
import { readFiles } from '../../lib/outbox/entries.ts'
import { Time, OutboxNote } from '../../ui/index.ts'
import { pointText } from '../spots/index.ts'
import type { WaitingDraft } from './outbox-drafts.ts'
import styles from './drafts.module.css'

/** Returns an object URL for an entry's first photo; null until it's loaded. */
function usePreview(id: string): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let isGone = false
    const show = async () => {
      const photo = (await readFiles(id)).find(({ kind }) => kind === 'image')
      if (isGone || !photo) return
      made = URL.createObjectURL(photo.blob)
      setAddress(made)
    }
    show().catch(() => undefined)
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [id])
  return address
}

/** A draft that only this device has, with the reason it hasn't been sent. */
export function WaitingCard({ entry }: { entry: Waiting<WaitingDraft> }) {
  const { id, payload, files, state } = entry
  const { position, taken_at, note } = payload
  const preview = usePreview(id)
  return (
    <article className={styles.card}>
      <span className={styles.picture}>
        {preview && <img src={preview} alt="" className={styles.fill} />}
        {files > 1 && <Images className={styles.sign} size={18} aria-hidden="true" />}
      </span>
      <span className={styles.facts}>
        <b className={styles.place}>
          <MapPin size={16} aria-hidden="true" />
          <bdi>{position ? pointText(position) : m.drafts_no_location()}</bdi>
        </b>
        <small>
          <Time at={taken_at}>{agoText(taken_at)}</Time>
        </small>
        {note && (
          <span className={styles.note}>
            <bdi>{note}</bdi>
          </span>
        )}
      </span>
      <p className={styles.waiting} data-refused={state === 'waiting' ? undefined : ''}>
        <Clock size={16} aria-hidden="true" />
        {state === 'waiting' ? m.drafts_waiting() : <OutboxNote state={state} />}
      </p>
    </article>
  )
}
