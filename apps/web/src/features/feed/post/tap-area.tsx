import { Heart } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { items, toggleLike } from '../../posts/index.ts'
import styles from './post-card.module.css'

/** The maximum time (ms) between the two taps of a double tap. Single taps take effect after this delay. */
const DOUBLE_TAP_MS = 260
/** If a timer runs this much (ms) later than planned, the browser was busy, and a tap may be queued behind the timer. */
const LATE_MS = 40

type Timer = ReturnType<typeof setTimeout> | undefined

/** Calls `action` unless a second tap clears the timer. If the browser was busy, gives a queued tap another moment. */
function waitForTap(timer: { current: Timer }, action: () => void, delay = DOUBLE_TAP_MS): void {
  const due = performance.now() + delay
  timer.current = setTimeout(() => {
    const isLate = performance.now() > due + LATE_MS
    if (isLate && delay === DOUBLE_TAP_MS) return waitForTap(timer, action, LATE_MS)
    timer.current = undefined
    action()
  }, delay)
}

type Props = {
  label: string
  post_id: string
  media_index: number
  onOpen: () => void
  children: ReactNode
}

/** A card's photo or video. A tap opens it, and a double tap likes it but never removes a like. */
export function TapArea({ label, post_id, media_index, onOpen, children }: Props) {
  const pointer = useRef('')
  const waiting = useRef<Timer>(undefined)
  const [bursts, setBursts] = useState(0)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const like = () => {
    if (!items.get(post_id, media_index).liked) toggleLike(post_id, media_index)
    setBursts((count) => count + 1)
  }
  const tap = (presses: number) => {
    // Only touch waits for a second tap: mouse users have the heart below, and keyboards can't double-tap.
    if (pointer.current !== 'touch' || presses === 0) return onOpen()
    if (waiting.current !== undefined) {
      clearTimeout(waiting.current)
      waiting.current = undefined
      return like()
    }
    waitForTap(waiting, onOpen)
  }
  return (
    <button
      type="button"
      className={styles.open}
      aria-label={label}
      onPointerDown={(event) => {
        pointer.current = event.pointerType
      }}
      onClick={(event) => tap(event.detail)}
    >
      {children}
      {bursts > 0 && (
        <span key={bursts} className={styles.burst}>
          <Heart size={96} fill="currentColor" aria-hidden="true" />
        </span>
      )}
    </button>
  )
}
