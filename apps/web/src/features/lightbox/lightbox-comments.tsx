import { type PointerEvent, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { CommentsPanel } from '../comments/index.ts'
import type { ItemName } from './lightbox-item.ts'
import styles from './lightbox.module.css'

type Props = { item: ItemName; onClose: () => void }

/** Pulling the handle down this far (px) closes the comments. */
const CLOSE_DRAG_PX = 40

/** The current item's comments: a sheet on phones, a column on desktop. */
export function LightboxComments({ item, onClose }: Props) {
  const from = useRef<number | null>(null)
  const lift = (event: PointerEvent) => {
    if (from.current !== null && event.clientY - from.current > CLOSE_DRAG_PX) onClose()
    from.current = null
  }
  return (
    <div className={styles.panel} data-fill="">
      <button
        type="button"
        className={styles.handle}
        aria-label={m.lightbox_comments_close()}
        onClick={onClose}
        onPointerDown={(event) => {
          from.current = event.clientY
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerUp={lift}
      />
      <CommentsPanel post_id={item.post_id} media_index={item.media_index} />
    </div>
  )
}
