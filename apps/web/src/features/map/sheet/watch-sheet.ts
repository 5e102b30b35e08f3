/** Callbacks through which a sheet follows a finger. */
export type SheetPorts = {
  /** Whether a finger that moves by `dy` (px, positive if downward) on this element should scroll content instead. */
  scrolls: (on: Element, dy: number) => boolean
  /** Returns the current visible height (px), even in the middle of an animation. */
  visible: () => number
  /** Called on each move with the visible height (px) that matches the finger's position. */
  onMove: (visible: number) => void
  /** Called when the finger lifts, with the visible height (px) and the finger's speed (px/ms, positive if upward). */
  onDrop: (visible: number, velocity: number) => void
  /** The part that a mouse can drag. Elsewhere, a mouse selects text. */
  handle: () => Element | null
  /** Whether a finger can swipe sideways now. */
  canSwipe: () => boolean
  /** Called on each move of a sideways swipe with its distance (px, positive if rightward). */
  onSwipe: (dx: number) => void
  /** Called when the swiping finger lifts, with the distance and the finger's speed (px/ms, positive if rightward). */
  onSwiped: (dx: number, velocity: number) => void
}

type Point = { x: number; y: number; at: number }
type DragState = 'new' | 'sheet' | 'swipe' | 'other'
type Drag = { on: Element; start: Point; isTouch: boolean; height: number; state: DragState; trail: Point[] }

const DECIDED_PX = 4
/** The time span (ms) over which the finger's speed is measured. */
const RECENT_MS = 100

// If the finger pauses before it lifts, the speed is 0.
function measureSpeed(trail: readonly Point[], now: number): { x: number; y: number } {
  const recent = trail.filter(({ at }) => now - at < RECENT_MS)
  const [first, last] = [recent[0], recent.at(-1)]
  if (!first || !last || last.at <= first.at) return { x: 0, y: 0 }
  const ms = last.at - first.at
  return { x: (last.x - first.x) / ms, y: (first.y - last.y) / ms }
}

/** Whether a horizontal swipe on an element scrolls something inside the sheet, such as a row of photos. */
function scrollsSideways(on: Element, sheet: Element): boolean {
  for (let at: Element | null = on; at && at !== sheet; at = at.parentElement)
    if (at.scrollWidth > at.clientWidth && ['auto', 'scroll'].includes(getComputedStyle(at).overflowX))
      return true
  return false
}

/** Returns functions that track one finger at a time and report its movement through the ports. */
function followDrag(sheet: HTMLElement, ports: SheetPorts) {
  let drag: Drag | null = null

  const begin = (on: EventTarget | null, start: Point, isTouch: boolean) => {
    drag = on instanceof Element ? { on, start, isTouch, height: 0, state: 'new', trail: [start] } : null
  }
  const decide = ({ on, isTouch }: Drag, dx: number, dy: number): DragState => {
    if (Math.abs(dx) <= Math.abs(dy)) return ports.scrolls(on, dy) ? 'other' : 'sheet'
    return isTouch && ports.canSwipe() && !scrollsSideways(on, sheet) ? 'swipe' : 'other'
  }
  /** Returns whether the sheet follows this finger. If so, the browser must not scroll. */
  const follow = (now: Point): boolean => {
    if (!drag) return false
    const [dx, dy] = [now.x - drag.start.x, now.y - drag.start.y]
    if (drag.state === 'new' && Math.hypot(dx, dy) >= DECIDED_PX)
      drag = { ...drag, start: now, height: ports.visible(), state: decide(drag, dx, dy) }
    if (drag.state !== 'sheet' && drag.state !== 'swipe') return false
    drag.trail = [...drag.trail.filter(({ at }) => now.at - at < RECENT_MS), now]
    if (drag.state === 'swipe') ports.onSwipe(now.x - drag.start.x)
    else ports.onMove(drag.height + drag.start.y - now.y)
    return true
  }
  /** Returns whether this ended a drag. A cancelled swipe goes nowhere; a cancelled drag stays where it is. */
  const end = (at: number, isCancelled = false): boolean => {
    const ended = drag
    drag = null
    if (ended?.state !== 'sheet' && ended?.state !== 'swipe') return false
    const last = ended.trail.at(-1) ?? ended.start
    const speed = measureSpeed(ended.trail, at)
    if (ended.state === 'swipe')
      ports.onSwiped(isCancelled ? 0 : last.x - ended.start.x, isCancelled ? 0 : speed.x)
    else ports.onDrop(ended.height + ended.start.y - last.y, speed.y)
    return true
  }
  return { begin, follow, end }
}

/**
 * Makes a sheet follow a finger anywhere on it, or a mouse on its handle, and reports sideways swipes. Returns a
 * cleanup function.
 */
export function watchSheet(sheet: HTMLElement, ports: SheetPorts): () => void {
  const { begin, follow, end } = followDrag(sheet, ports)
  const controller = new AbortController()
  const { signal } = controller
  watchTouches(sheet, signal, {
    begin: ({ target, timeStamp }, touch) => begin(target, toPoint(touch, timeStamp), true),
    follow: ({ timeStamp }, touch) => follow(toPoint(touch, timeStamp)),
    end,
  })
  watchMouse(sheet, signal, {
    handle: ports.handle,
    begin: (event) => begin(event.target, toPoint(event, event.timeStamp), false),
    follow: (event) => follow(toPoint(event, event.timeStamp)),
    end,
  })
  return () => controller.abort()
}

function toPoint({ clientX, clientY }: Touch | PointerEvent, at: number): Point {
  return {
    x: clientX,
    y: clientY,
    at,
  }
}

type Touches = {
  begin: (event: TouchEvent, touch: Touch) => void
  follow: (event: TouchEvent, touch: Touch) => boolean
  end: (at: number, isCancelled: boolean) => boolean
}

// Uses touch events instead of pointer events, because only touch events can prevent scrolling after a drag has
// started.
function watchTouches(sheet: HTMLElement, signal: AbortSignal, { begin, follow, end }: Touches): void {
  const start = (event: TouchEvent) => {
    const touch = event.touches.item(0)
    if (touch && event.touches.length === 1) begin(event, touch)
    else end(event.timeStamp, true)
  }
  const move = (event: TouchEvent) => {
    const touch = event.touches.item(0)
    if (touch && follow(event, touch) && event.cancelable) event.preventDefault()
  }
  const stop = (event: TouchEvent) => void end(event.timeStamp, event.type === 'touchcancel')
  sheet.addEventListener('touchstart', start, { signal, passive: true })
  sheet.addEventListener('touchmove', move, { signal, passive: false })
  sheet.addEventListener('touchend', stop, { signal })
  sheet.addEventListener('touchcancel', stop, { signal })
}

type Mouse = {
  handle: () => Element | null
  begin: (event: PointerEvent) => void
  follow: (event: PointerEvent) => boolean
  end: (at: number) => boolean
}

function watchMouse(sheet: HTMLElement, signal: AbortSignal, { handle, begin, follow, end }: Mouse): void {
  const isMouse = ({ pointerType }: PointerEvent) => pointerType === 'mouse'
  let isDropped = false
  const start = (event: PointerEvent) => {
    isDropped = false
    const on = handle()
    if (!isMouse(event) || event.button !== 0 || !on || event.target !== on) return
    on.setPointerCapture(event.pointerId)
    begin(event)
  }
  const move = (event: PointerEvent) => {
    if (isMouse(event)) follow(event)
  }
  const stop = (event: PointerEvent) => {
    if (isMouse(event)) isDropped = end(event.timeStamp)
  }
  // Dragging the handle with a mouse ends with a click event on it, which must not move the sheet again.
  const click = (event: MouseEvent) => {
    if (isDropped) event.stopPropagation()
    isDropped = false
  }
  sheet.addEventListener('pointerdown', start, { signal })
  sheet.addEventListener('pointermove', move, { signal })
  sheet.addEventListener('pointerup', stop, { signal })
  sheet.addEventListener('pointercancel', stop, { signal })
  sheet.addEventListener('click', click, { signal, capture: true })
}
