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
import { decideSnap, type SheetHeights, type SheetPosition, stepUp } from './decide-snap.ts'
import type { Cover } from './use-card-height.ts'
import { endSwipe, followSwipe, type Neighbors } from './card-swipe.ts'
import { watchSheet } from './watch-sheet.ts'

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
}

type Props = {
  /** The initial position. */
  start: 'peek' | 'half'
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
  const parts = useMemo(() => ({ sheet, handle, body, content, mark }), [])
  const attach = useCallback((element: HTMLElement | null) => {
    sheet.current = element
  }, [])
  return { parts, attach }
}

/** `visible` is the sheet's visible height (px). If null, the style sheet sets it. */
type State = { position: SheetPosition | 'closed'; phase: 'rest' | 'settle'; visible: number | null }

/** Whether an element that the keyboard has focused is below the visible part, or was, so that the browser scrolled. */
function isFocusHidden({ body }: SheetParts): boolean {
  const [box, focused] = [body.current, document.activeElement]
  if (!box || !focused || !box.contains(focused) || !focused.matches(':focus-visible')) return false
  const bottom = Math.min(innerHeight, box.getBoundingClientRect().bottom)
  return box.scrollTop > 0 || focused.getBoundingClientRect().bottom > bottom
}

/** The half position's maximum share of the screen. Must match the style sheet. */
const HALF = 0.62
/** Screens on which the sheet is beside the visible part of the map instead of below it. Must match the style sheet. */
const BESIDE = '(width >= 640px) and (width < 1024px) and (height < 560px)'

const findHeight = (part: RefObject<HTMLElement | null>) => part.current?.offsetHeight ?? 0

function measureSheet({ sheet, handle, content, mark }: SheetParts): SheetHeights {
  const peek = findHeight(mark)
  const full = Math.max(peek, Math.min(findHeight(sheet), findHeight(handle) + findHeight(content)))
  return { peek, half: Math.max(peek, Math.min(full, Math.round(HALF * innerHeight))), full }
}

function drawSheet(element: HTMLElement, { phase, visible }: State): void {
  element.dataset.phase = phase
  element.style.transform = ''
  if (visible === null) element.style.removeProperty('--visible')
  else element.style.setProperty('--visible', `${visible}px`)
}

function measureCover(parts: SheetParts, { position, visible }: State): Cover {
  if (matchMedia(BESIDE).matches) return { height: 0, side: parts.sheet.current?.offsetWidth ?? 0 }
  const half = Math.round(HALF * innerHeight)
  // At the full position, the sheet hides the map, so the map stays as it was at the half position.
  return { height: position === 'peek' ? findHeight(parts.mark) : Math.min(visible ?? half, half), side: 0 }
}

/**
 * Manages the sheet's position. The phase is `settle` while the sheet glides to a position, and `rest` otherwise. A
 * drag changes only styles, so nothing rerenders while a finger moves.
 */
export function useSheet(parts: SheetParts, { start, onClose, onCover }: Props) {
  const { sheet, body } = parts
  const [state, setState] = useState<State>({ position: start, phase: 'rest', visible: null })
  const { position } = state
  const moveTo = (next: State['position']) => {
    const visible = next === 'closed' ? 0 : next === 'peek' ? null : measureSheet(parts)[next]
    setState({ position: next, phase: 'settle', visible })
  }
  const cover = useEffectEvent(() => onCover(measureCover(parts, state)))
  useLayoutEffect(() => {
    const element = sheet.current
    if (!element) return
    drawSheet(element, state)
    if (state.position !== 'closed') cover()
  }, [sheet, state])
  const uncover = useEffectEvent(() => onCover({ height: 0, side: 0 }))
  useLayoutEffect(() => () => uncover(), [])

  const rest = useEffectEvent(() => {
    if (position === 'closed') return onClose()
    if (position !== 'full') {
      // The focus may have moved while the sheet was gliding.
      if (isFocusHidden(parts)) return moveTo('full')
      body.current?.scrollTo({ top: 0, behavior: 'instant' })
    }
    setState({ ...state, phase: 'rest' })
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
  return { position, moveTo }
}

type Input = ReturnType<typeof useSheet> & { neighbors: Neighbors }

/**
 * Makes the sheet follow fingers, adapts it when the screen is resized, and expands it if the focused element is
 * hidden.
 */
export function useSheetInput(parts: SheetParts, { position, moveTo, neighbors }: Input) {
  const { sheet, body, handle, content } = parts
  const scrolls = useEffectEvent((on: Element, dy: number) => {
    const box = body.current
    if (position !== 'full' || !box?.contains(on)) return false
    return dy > 0 ? box.scrollTop > 0 : box.scrollTop + box.clientHeight < box.scrollHeight - 1
  })
  const drop = useEffectEvent((visible: number, velocity: number) =>
    moveTo(decideSnap(visible, velocity, measureSheet(parts))),
  )
  const canSwipe = useEffectEvent(() => position === 'peek' && Boolean(neighbors.previous ?? neighbors.next))
  const swipe = useEffectEvent((dx: number) => followSwipe(content.current, neighbors, dx))
  const endOfSwipe = useEffectEvent((dx: number, velocity: number) =>
    endSwipe(content.current, neighbors, dx, velocity),
  )
  const fit = useEffectEvent(() => moveTo(position))
  const reveal = useEffectEvent(() => {
    if (position !== 'full' && position !== 'closed' && isFocusHidden(parts)) moveTo('full')
  })
  useEffect(() => {
    const element = sheet.current
    if (!element) return
    let room = { height: 0, full: 0 }
    const stop = watchSheet(element, {
      handle: () => handle.current,
      scrolls: (on, dy) => scrolls(on, dy),
      visible: () => innerHeight - element.getBoundingClientRect().top,
      onMove: (visible) => {
        if (element.dataset.phase !== 'drag')
          room = { height: element.offsetHeight, full: measureSheet(parts).full }
        element.dataset.phase = 'drag'
        element.style.transform = `translateY(${room.height - Math.max(0, Math.min(room.full, visible))}px)`
      },
      onDrop: (visible, velocity) => drop(visible, velocity),
      canSwipe: () => canSwipe(),
      onSwipe: (dx) => swipe(dx),
      onSwiped: (dx, velocity) => endOfSwipe(dx, velocity),
    })
    const resize = () => fit()
    const focused = () => reveal()
    addEventListener('resize', resize)
    element.addEventListener('focusin', focused)
    return () => {
      stop()
      removeEventListener('resize', resize)
      element.removeEventListener('focusin', focused)
    }
  }, [sheet, handle, parts])
  /** Moves to the next higher position. From the highest, moves back to the peek. */
  const step = () => {
    if (position !== 'closed') moveTo(stepUp(position, measureSheet(parts)))
  }
  return { step }
}
