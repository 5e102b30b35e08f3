import { X } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { classes } from '../../../lib/classes.ts'
import { iconButtonLook } from '../../../ui/icon-button.tsx'
import type { Cover } from './use-card-height.ts'
import type { CardOrigin, Neighbors } from './card-swipe.ts'
import { useSheet, useSheetParts } from './use-sheet.ts'
import { useSheetInput } from './use-sheet-input.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import styles from './spot-sheet.module.css'

/** The spot's page, which takes the card's place at the full position. */
export type PageInSheet = {
  isOpen: boolean
  open: () => void
  close: () => void
  /** Renders the page, or its cover while it isn't open. `onBack` lowers the sheet. */
  render: (isOpen: boolean, onBack: () => void) => ReactNode
}

type Props = {
  /** The region's accessible name. */
  label: string
  closeLabel: string
  /** Whether to open at half instead of at the peek, for a link to this spot. */
  opensHalf: boolean
  /** Whether the URL asks for the page, which may not have loaded yet. */
  isPageOpen: boolean
  /** Null if the full position shows the whole card. */
  page: PageInSheet | null
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

type UsedProps = Pick<
  Props,
  'opensHalf' | 'isPageOpen' | 'page' | 'neighbors' | 'onClose' | 'onCover' | 'cardRef'
>

function useSpotSheet({ opensHalf, isPageOpen, page, neighbors, onClose, onCover, cardRef }: UsedProps) {
  const { parts, attach } = useSheetParts()
  const low = opensHalf && innerHeight >= HALF_FROM ? 'half' : 'peek'
  const machine = useSheet(parts, {
    start: isPageOpen ? 'full' : low,
    hasPage: page !== null,
    isPageOpen,
    onPage: (isOpen) => (isOpen ? page?.open() : page?.close()),
    onClose,
    onCover,
  })
  const { step } = useSheetInput(parts, { ...machine, neighbors })
  const root = useCallback(
    (element: HTMLElement | null) => {
      attach(element)
      cardRef(element)
    },
    [attach, cardRef],
  )
  return { ...machine, parts, step, root }
}

/**
 * A sheet over the lower part of the map with three positions: peek, half, and full, which can be the spot's page. It
 * follows a finger that starts anywhere on it; a sideways swipe opens the next spot of the list. Escape, a click on the
 * map, and a button that appears on focus also close it. It isn't a Base UI drawer: a drawer is a modal dialog, but
 * people still use the map above this sheet.
 */
export function SpotSheet({ label, closeLabel, entersFrom, className, children, ...used }: Props) {
  const { page } = used
  const { position, moveTo, showsPage, step, root, parts } = useSpotSheet(used)
  const { handle, body, content, mark, page: pagePart } = parts
  const isCovered = position === 'full' && page !== null
  // A finger may pull the sheet from the peek to the page in one movement.
  const [isTouched, setTouched] = useState(false)
  return (
    <section
      className={classes(styles.root, className)}
      aria-label={label}
      tabIndex={-1}
      data-position={position}
      data-enters={entersFrom}
      data-page={page ? '' : undefined}
      ref={root}
      onPointerDown={() => setTouched(true)}
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
        hidden={isCovered}
        onClick={used.onClose}
      >
        <X size={20} aria-hidden="true" />
      </button>
      <div className={styles.body} ref={body} inert={isCovered}>
        <div className={styles.content} ref={content}>
          {children}
        </div>
      </div>
      {page && (
        <div className={styles.page} ref={pagePart} inert={!isCovered}>
          <PartBoundary>
            {(isTouched || position !== 'peek') && page.render(showsPage, () => moveTo('half'))}
          </PartBoundary>
        </div>
      )}
      <span className={styles.mark} ref={mark} />
    </section>
  )
}
