import { Heart } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { items, toggleLike } from '../posts/items.ts'

/** Two taps within this, in ms, are one double tap; a single one waits so long for the second. */
const DOUBLE_TAP_MS = 260

type Props = {
  label: string
  post_id: string
  media_index: number
  onOpen: () => void
  children: ReactNode
}

/** A photo or video of a card: a tap opens it, two taps of a finger like it and never take a like back. */
export function TapArea({ label, post_id, media_index, onOpen, children }: Props) {
  const pointer = useRef('')
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const [bursts, setBursts] = useState(0)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const like = () => {
    if (!items.get(post_id, media_index).liked) toggleLike(post_id, media_index)
    setBursts((count) => count + 1)
  }
  const tap = (presses: number) => {
    // A mouse has the heart below and the keyboard no second tap: only a finger waits.
    if (pointer.current !== 'touch' || presses === 0) return onOpen()
    if (waiting.current !== undefined) {
      clearTimeout(waiting.current)
      waiting.current = undefined
      return like()
    }
    waiting.current = setTimeout(() => {
      waiting.current = undefined
      onOpen()
    }, DOUBLE_TAP_MS)
  }
  return (
    <button
      type="button"
      className="post-open"
      aria-label={label}
      onPointerDown={(event) => {
        pointer.current = event.pointerType
      }}
      onClick={(event) => tap(event.detail)}
    >
      {children}
      {bursts > 0 && (
        <span key={bursts} className="post-burst">
          <Heart size={96} fill="currentColor" aria-hidden="true" />
        </span>
      )}
    </button>
  )
}
