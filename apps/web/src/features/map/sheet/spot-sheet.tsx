import { X } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { m } from '../../../i18n/messages.ts'
import { classes } from '../../../lib/classes.ts'
import { iconButtonLook } from '../../../ui/icon-button.tsx'
import type { Cover } from './use-card-height.ts'
import type { CardOrigin, Neighbors } from './card-swipe.ts'
import { useSheet, useSheetInput, useSheetParts } from './use-sheet.ts'
import styles from './spot-sheet.module.css'

type Props = {
  /** The region's accessible name. */
  label: string
  closeLabel: string
  /** Whether to open at half instead of at the peek, for a link to this spot. */
  opensHalf: boolean
  entersFrom: CardOrigin
  neighbors: Neighbors
  onClose: () => void
  onCover: (cover: Cover) => void
  className?: string | undefined
  cardRef: (card: HTMLElement | null) => void
  children: ReactNode
}

/** On screens lower than this (px), the half position would leave too little of the map visible. */
const HALF_FROM = 700

type UsedProps = Pick<Props, 'opensHalf' | 'neighbors' | 'onClose' | 'onCover' | 'cardRef'>

function useSpotSheet({ opensHalf, neighbors, onClose, onCover, cardRef }: UsedProps) {
  const { parts, attach } = useSheetParts()
  const { handle, body, content, mark } = parts
  const start = opensHalf && innerHeight >= HALF_FROM ? 'half' : 'peek'
  const machine = useSheet(parts, { start, onClose, onCover })
  const { step } = useSheetInput(parts, { ...machine, neighbors })
  const root = useCallback(
    (element: HTMLElement | null) => {
      attach(element)
      cardRef(element)
    },
    [attach, cardRef],
  )
  return { position: machine.position, step, root, handle, body, content, mark }
}

/**
 * A sheet over the lower part of the map with three positions: peek, half, and full. It follows a finger that starts
 * anywhere on it; a sideways swipe opens the next spot of the list. Escape, a click on the map, and a button that appears on focus also close it. It isn't a Base UI
 * drawer: a drawer is a modal dialog, but people still use the map above this sheet.
 */
export function SpotSheet({ label, closeLabel, entersFrom, className, children, ...used }: Props) {
  const { position, step, root, handle, body, content, mark } = useSpotSheet(used)
  return (
    <section
      className={classes(styles.root, className)}
      aria-label={label}
      tabIndex={-1}
      data-position={position}
      data-enters={entersFrom}
      ref={root}
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={m.map_card_more()}
        aria-expanded={position === 'half' || position === 'full'}
        ref={handle}
        onClick={step}
      />
      <button
        type="button"
        className={classes(iconButtonLook('solid').className, styles.close)}
        aria-label={closeLabel}
        onClick={used.onClose}
      >
        <X size={20} aria-hidden="true" />
      </button>
      <div className={styles.body} ref={body}>
        <div className={styles.content} ref={content}>
          {children}
        </div>
      </div>
      <span className={styles.mark} ref={mark} />
    </section>
  )
}
