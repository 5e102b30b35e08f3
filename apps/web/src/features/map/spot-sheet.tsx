import { X } from 'lucide-react'
import { type ReactNode, useCallback, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { classes } from '../../lib/classes.ts'
import { iconButtonLook } from '../../ui/icon-button.tsx'
import type { Cover } from './use-card-height.ts'
import { type SheetParts, useSheet, useSheetInput } from './use-sheet.ts'
import styles from './spot-sheet.module.css'

type Props = {
  /** The region's accessible name. */
  label: string
  closeLabel: string
  /** Whether to open at half instead of at the peek, for a link to this spot. */
  opensHalf: boolean
  onClose: () => void
  onCover: (cover: Cover) => void
  className?: string | undefined
  cardRef: (card: HTMLElement | null) => void
  children: ReactNode
}

/** On lower screens (px), the half position would leave too little of the map. */
const HALF_FROM = 700

/**
 * A sheet over the lower part of the map with three positions: peek, half, and full. It follows a finger from anywhere
 * on it. It is also closed by Escape, by a click on the map, and by a button that appears on focus. It isn't a Base UI
 * drawer, because that is a dialog, which moves the focus, while people keep using the map above this sheet.
 */
export function SpotSheet({
  label,
  closeLabel,
  opensHalf,
  onClose,
  onCover,
  className,
  cardRef,
  children,
}: Props) {
  const sheet = useRef<HTMLElement>(null)
  const parts: SheetParts = {
    sheet,
    handle: useRef<HTMLButtonElement>(null),
    body: useRef<HTMLDivElement>(null),
    content: useRef<HTMLDivElement>(null),
    mark: useRef<HTMLSpanElement>(null),
  }
  const start = opensHalf && innerHeight >= HALF_FROM ? 'half' : 'peek'
  const machine = useSheet(parts, { start, onClose, onCover })
  const { position } = machine
  const { step, onFocus } = useSheetInput(parts, machine)
  const attach = useCallback(
    (element: HTMLElement | null) => {
      sheet.current = element
      cardRef(element)
    },
    [cardRef],
  )
  return (
    <section
      className={classes(styles.root, className)}
      aria-label={label}
      tabIndex={-1}
      data-position={position}
      ref={attach}
      onFocus={onFocus}
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={m.map_card_more()}
        aria-expanded={position === 'half' || position === 'full'}
        ref={parts.handle}
        onClick={step}
      />
      <button
        type="button"
        className={classes(iconButtonLook('solid').className, styles.close)}
        aria-label={closeLabel}
        onClick={onClose}
      >
        <X size={20} aria-hidden="true" />
      </button>
      <div className={styles.body} ref={parts.body}>
        <div className={styles.content} ref={parts.content}>
          {children}
        </div>
      </div>
      <span className={styles.mark} ref={parts.mark} />
    </section>
  )
}
