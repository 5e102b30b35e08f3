import { type PointerEvent, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { CommentsPanel } from '../comments/index.ts'
import type { ItemName } from './lightbox-item.ts'
import './lightbox.css'

type Props = { item: ItemName; onClose: () => void }

/** As far as this, in px, the handle is pulled down to put the comments away. */
const CLOSE_DRAG_PX = 40

/** The comments of the shown item: a sheet on phones, a column on desktop. */
export function LightboxComments({ item, onClose }: Props) {
  const from = useRef<number | null>(null)
  const lift = (event: PointerEvent) => {
    if (from.current !== null && event.clientY - from.current > CLOSE_DRAG_PX) onClose()
    from.current = null
  }
  return (
    <div className="lightbox-panel" data-fill="">
      <button
        type="button"
        className="lightbox-handle"
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
