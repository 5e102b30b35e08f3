import { useEffect, useEffectEvent } from 'react'
import { endSwipe, followSwipe, type Neighbors } from './card-swipe.ts'
import { decideSnap, stepUp } from './decide-snap.ts'
import { findRevealing, isFocusHidden, measureSheet, type SheetParts, type useSheet } from './use-sheet.ts'
import { type SheetPorts, watchSheet } from './watch-sheet.ts'

/** The share of the way from half to full after which the page is opaque. */
const OPAQUE_AT = 0.6

/** Draws the sheet at a finger's position. Changes only styles, so that nothing rerenders while the finger moves. */
function followFinger(element: HTMLElement, parts: SheetParts): Pick<SheetPorts, 'visible' | 'onMove'> {
  let room = { height: 0, half: 0, full: 0 }
  return {
    visible: () => innerHeight - element.getBoundingClientRect().top,
    onMove: (visible) => {
      if (element.dataset.phase !== 'drag') room = { height: element.offsetHeight, ...measureSheet(parts) }
      element.dataset.phase = 'drag'
      element.style.transform = `translateY(${room.height - Math.max(0, Math.min(room.full, visible))}px)`
      if (!parts.page.current) return
      const share = (visible - room.half) / (room.full - room.half) / OPAQUE_AT
      parts.page.current.style.opacity = String(Math.max(0, Math.min(1, share)))
    },
  }
}

/** Whether an element is on the screen behind the sheet. Dialogs, menus, and toasts are above the sheet. */
function isBehind(to: EventTarget | null, sheet: HTMLElement | null) {
  if (!(to instanceof Element) || sheet?.contains(to)) return false
  return to.closest('#main, nav') !== null && !to.closest('[role$="dialog"], [role="menu"]')
}

type Input = Pick<ReturnType<typeof useSheet>, 'position' | 'moveTo'> & { neighbors: Neighbors }

/**
 * Makes the sheet follow fingers, adapts it when the screen is resized, and expands it if the focused element is
 * hidden.
 */
export function useSheetInput(parts: SheetParts, { position, moveTo, neighbors }: Input) {
  const { sheet, body, handle, content, page } = parts
  const scrolls = useEffectEvent((on: Element, dy: number) => {
    const box = [page, body].find(({ current }) => current?.contains(on))?.current
    if (position !== 'full' || !box) return false
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
    const revealing = findRevealing(parts)
    if (position !== 'full' && position !== revealing && position !== 'closed' && isFocusHidden(parts))
      moveTo(revealing)
  })
  const uncover = useEffectEvent((to: EventTarget | null) => {
    if (position === 'full' && page.current && isBehind(to, sheet.current)) moveTo('half')
  })
  useEffect(() => {
    const element = sheet.current
    if (!element) return
    const stop = watchSheet(element, {
      ...followFinger(element, parts),
      handle: () => handle.current,
      scrolls: (on, dy) => scrolls(on, dy),
      onDrop: (visible, velocity) => drop(visible, velocity),
      canSwipe: () => canSwipe(),
      onSwipe: (dx) => swipe(dx),
      onSwiped: (dx, velocity) => endOfSwipe(dx, velocity),
    })
    const controller = new AbortController()
    const { signal } = controller
    addEventListener('resize', () => fit(), { signal })
    element.addEventListener('focusin', () => reveal(), { signal })
    element.addEventListener('focusout', ({ relatedTarget }) => uncover(relatedTarget), { signal })
    return () => {
      stop()
      controller.abort()
    }
  }, [sheet, handle, parts])
  /** Moves to the next higher position. From the highest, moves back to the peek. */
  const step = () => {
    if (position !== 'closed') moveTo(stepUp(position, measureSheet(parts)))
  }
  return { step }
}
