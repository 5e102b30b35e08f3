import { Check, Info, X } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { IconButton } from './icon-button.tsx'
import { closeToast, type ShownToast, toastLife, useToast } from './toast.ts'
import styles from './toaster.module.css'

type Action = NonNullable<ShownToast['action']>

const MARKS = { success: Check, error: X, info: Info }
// Swipes longer than this (px) close the toast.
const FAR = 56

function ToastAction({ id, action: { label, run } }: { id: number; action: Action }) {
  const press = () => {
    closeToast(id)
    run()
  }
  return (
    <button type="button" className={styles.action} onClick={press}>
      {label}
    </button>
  )
}

function Toast({ text }: { text: ShownToast }) {
  const [paused, setPaused] = useState(false)
  const from = useRef<{ x: number; y: number } | null>(null)
  const [pulled, setPulled] = useState({ x: 0, y: 0 })
  const kind = text.kind ?? 'info'
  const Mark = MARKS[kind]

  useEffect(() => {
    const timer = setTimeout(() => closeToast(text.id), toastLife(text, paused))
    return () => clearTimeout(timer)
  }, [paused, text])

  const pull = (event: PointerEvent) => {
    if (from.current)
      setPulled({ x: event.clientX - from.current.x, y: Math.min(0, event.clientY - from.current.y) })
  }
  const drop = () => {
    if (Math.abs(pulled.x) > FAR || pulled.y < -FAR / 2) closeToast(text.id)
    from.current = null
    setPulled({ x: 0, y: 0 })
  }
  return (
    <div
      className={styles.root}
      data-kind={kind}
      style={{ translate: `${pulled.x}px ${pulled.y}px` }}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onPointerDown={(event) => {
        from.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerMove={pull}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <span className={styles.mark}>
        <Mark size={18} strokeWidth={2.6} aria-hidden="true" />
      </span>
      <div>
        <p className={styles.title}>{text.title}</p>
        {text.description && <p className={styles.text}>{text.description}</p>}
        {text.action && <ToastAction id={text.id} action={text.action} />}
      </div>
      <IconButton label={m.shell_close()} onClick={() => closeToast(text.id)}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

// Written by hand instead of using a 23 kB library, because a toast must also appear when the network is down.
/** The toast live region, which lets screen readers read toasts. */
export function Toaster() {
  const text = useToast()
  useEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeToast()
    }
    addEventListener('keydown', escape)
    return () => removeEventListener('keydown', escape)
  }, [])
  return (
    <section
      className={styles.region}
      aria-label={m.shell_notifications()}
      aria-live="polite"
      aria-atomic="true"
    >
      {text && <Toast key={text.id} text={text} />}
    </section>
  )
}
