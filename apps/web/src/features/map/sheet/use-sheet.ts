import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { SheetHeights, SheetPosition } from './decide-snap.ts'
import { vibrate } from '../../../lib/vibrate.ts'
import type { Cover } from './use-card-height.ts'

/** The sheet's elements. */
export type SheetParts = {
  /** The sheet. It always has its full height, and is moved down so that only part of it is visible. */
  sheet: RefObject<HTMLElement | null>
  handle: RefObject<HTMLButtonElement | null>
  /** The scroll container for content that doesn't fit. */
  body: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /**
   * An invisible element as tall as the peek. The style sheet sets its height, so the height is known before the card
   * loads.
   */
  mark: RefObject<HTMLSpanElement | null>
  /** The spot's page, which the full position shows in place of the card; it scrolls by itself. Null if there is none. */
  page: RefObject<HTMLDivElement | null>
}

type Props = {
  /** The initial position. */
  start: SheetPosition
  /** Whether the full position shows the spot's page instead of the whole card. */
  hasPage: boolean
  /** Whether the page should be open. It may not have loaded yet. */
  isPageOpen: boolean
  /** Called when the page opens or closes. */
  onPage: (isOpen: boolean) => void
  onClose: () => void
  /** Called with the part of the map that the sheet covers, initially and after every change of position. */
  onCover: (cover: Cover) => void
}

/** Creates the refs for a sheet's elements, which never change, and a callback ref for the sheet itself. */
export function useSheetParts(): { parts: SheetParts; attach: (element: HTMLElement | null) => void } {
  const sheet = useRef<HTMLElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLSpanElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const parts = useMemo(() => ({ sheet, handle, body, content, mark, page }), [])
  const attach = useCallback((element: HTMLElement | null) => {
    sheet.current = element
  }, [])
  return { parts, attach }
}

/** `visible` is the sheet's visible height (px). If null, the style sheet sets it. */
type State = {
  position: SheetPosition | 'closed'
  /** The previous position while the sheet glides to this one. */
  from: SheetPosition | 'closed'
  phase: 'rest' | 'settle'
  visible: number | null
}

/** Whether an element that the keyboard has focused is below the visible part, or was, so that the browser scrolled. */
export function isFocusHidden({ body }: SheetParts): boolean {
  const [box, focused] = [body.current, document.activeElement]
  if (!box || !focused || !box.contains(focused) || !focused.matches(':focus-visible')) return false
  const bottom = Math.min(innerHeight, box.getBoundingClientRect().bottom)
  return box.scrollTop > 0 || focused.getBoundingClientRect().bottom > bottom
}

/** The position in which all of the card can be reached by the keyboard. The page would take the card's place. */
export function findRevealing({ page }: SheetParts): SheetPosition {
  return page.current ? 'half' : 'full'
}

/** The half position's maximum share of the screen. Must match the style sheet. */
const HALF = 0.62
/** Screens on which the sheet is beside the visible part of the map instead of below it. Must match the style sheet. */
const BESIDE = '(width >= 640px) and (width < 1024px) and (height < 560px)'
/** The sheet's maximum width (px) on those screens, and its share. Only the page is wider. Must match the style sheet. */
const SIDE_MAX = 380
const SIDE = 0.46

function findHeight(part: RefObject<HTMLElement | null>) {
  return part.current?.offsetHeight ?? 0
}

/** Measures the visible height (px) at each position. */
export function measureSheet({ sheet, handle, content, mark, page }: SheetParts): SheetHeights {
  const peek = findHeight(mark)
  const room = page.current ? Number.POSITIVE_INFINITY : findHeight(handle) + findHeight(content)
  const full = Math.max(peek, Math.min(findHeight(sheet), room))
  return { peek, half: Math.max(peek, Math.min(full, Math.round(HALF * innerHeight))), full }
}

function drawSheet(element: HTMLElement, page: HTMLElement | null, { phase, visible }: State): void {
  if (page) page.style.opacity = ''
  element.dataset.phase = phase
  element.style.transform = ''
  if (visible === null) element.style.removeProperty('--visible')
  else element.style.setProperty('--visible', `${visible}px`)
}

function measureCover(parts: SheetParts, { position, visible }: State): Cover {
  const width = parts.sheet.current?.offsetWidth ?? 0
  if (matchMedia(BESIDE).matches) return { height: 0, side: Math.min(width, SIDE_MAX, SIDE * innerWidth) }
  const half = Math.round(HALF * innerHeight)
  // At the full position, the sheet hides the map, so the map stays as it was at the half position.
  return { height: position === 'peek' ? findHeight(parts.mark) : Math.min(visible ?? half, half), side: 0 }
}

/** Calls `follow` when the page has loaded, opens, or closes. Going back may close a page before it has loaded. */
function usePageChange(hasPage: boolean, isPageOpen: boolean, follow: (isOpen: boolean) => void): void {
  const followPage = useEffectEvent(follow)
  const wasPageOpen = useRef(false)
  useEffect(() => {
    if (hasPage || wasPageOpen.current) followPage(isPageOpen)
    wasPageOpen.current = isPageOpen
  }, [hasPage, isPageOpen])
}

/**
 * Manages the sheet's position. The phase is `settle` while the sheet glides to a position, and `rest` otherwise. A
 * drag changes only styles, so nothing rerenders while a finger moves.
 */
export function useSheet(parts: SheetParts, props: Props) {
  const { start, hasPage, isPageOpen, onPage, onClose, onCover } = props
  const { sheet, handle, body, page } = parts
  const [state, setState] = useState<State>({ position: start, from: start, phase: 'rest', visible: null })
  const { position, from, phase } = state
  const moveTo = (next: State['position']) => {
    // The page is about to become inert, which would drop the focus.
    if (next !== 'full' && page.current?.contains(document.activeElement))
      handle.current?.focus({ preventScroll: true })
    const visible = next === 'closed' ? 0 : next === 'peek' ? null : measureSheet(parts)[next]
    setState({ position: next, from: position, phase: 'settle', visible })
    if (next !== position) vibrate()
    if (hasPage && (next === 'full') !== (position === 'full')) onPage(next === 'full')
  }
  usePageChange(hasPage, isPageOpen, (isOpen) => {
    // Now that the page's history entry is left, `rest` can close the card.
    if (!isOpen && position === 'closed') setState({ ...state })
    else if (isOpen !== (position === 'full')) moveTo(isOpen ? 'full' : 'half')
  })
  const cover = useEffectEvent(() => onCover(measureCover(parts, state)))
  useLayoutEffect(() => {
    const element = sheet.current
    if (!element) return
    drawSheet(element, page.current, state)
    if (state.position !== 'closed') cover()
  }, [sheet, page, state])
  const uncover = useEffectEvent(() => onCover({ height: 0, side: 0 }))
  useLayoutEffect(() => () => uncover(), [])

  const rest = useEffectEvent(() => {
    // Closing the card while the browser is still going back from the page would change the wrong history entry.
    if (position === 'closed') return isPageOpen ? undefined : onClose()
    if (position !== 'full') {
      // The focus may have moved while the sheet was gliding.
      const isHidden = isFocusHidden(parts)
      const revealing = findRevealing(parts)
      if (isHidden && position !== revealing) return moveTo(revealing)
      if (!isHidden) body.current?.scrollTo({ top: 0, behavior: 'instant' })
    }
    setState({ ...state, from: position, phase: 'rest' })
  })
  useEffect(() => {
    const element = sheet.current
    if (state.phase !== 'settle' || !element) return
    let isCurrent = true
    const moves = element.getAnimations().map(({ finished }) => finished)
    void Promise.allSettled(moves).then(() => {
      if (isCurrent && element.dataset.phase === 'settle') rest()
    })
    return () => {
      isCurrent = false
    }
  }, [sheet, state])
  /** Whether the page is visible; while the sheet leaves the full position, it still is. */
  const showsPage = hasPage && (position === 'full' || (phase === 'settle' && from === 'full'))
  return { position, moveTo, showsPage }
}
