import { DOUBLE_TAP, followed, type Point, spread, toSwipe, UNZOOMED, type Zoom, zoomAt } from './gestures.ts'
import type { GesturePorts, GestureStage, Pointer } from './gesture-stage.ts'

type Mode = 'none' | 'x' | 'y' | 'pan' | 'pinch'

/** The fingers on the stage, or the mouse, and the gesture they make. */
type Touch = {
  pointers: Map<number, Pointer>
  mode: Mode
  /** Where the touch would be if the stage hadn't moved. */
  start: Point
  /** The pointer's latest positions, from which its speed is computed. */
  trail: Pointer[]
  lastTap: Pointer | null
  moved: boolean
  /** The zoom and the fingers when a pinch began. */
  before: { zoom: Zoom; middle: Point; apart: number } | null
}

const DECIDED_PX = 8
const TAP_MS = 300
const TAP_PX = 32
/** The time span (ms) over which a gesture's speed is measured. */
const RECENT_MS = 100
/** Touches this close (px) to a video's lower edge go to its controls. */
const VIDEO_BAR = 72

// Buttons, links, and video controls handle their own touches.
function handlesTouches({ target, clientY }: PointerEvent): boolean {
  if (!(target instanceof Element)) return true
  if (target.closest('button, a, [data-still]')) return true
  const video = target.closest('video')
  return video !== null && clientY > video.getBoundingClientRect().bottom - VIDEO_BAR
}

function decideMode(x: number, y: number, isMouse: boolean, isZoomed: boolean): Mode {
  if (Math.hypot(x, y) < DECIDED_PX) return 'none'
  if (isZoomed) return 'pan'
  if (isMouse) return 'none'
  return Math.abs(x) > Math.abs(y) ? 'x' : 'y'
}

function isSameTap(last: Pointer | null, now: Pointer) {
  return last && now.at - last.at < TAP_MS && Math.hypot(now.x - last.x, now.y - last.y) < TAP_PX
}

/** Creates the listeners for fingers and the mouse: swipes page and close, pinches and double taps zoom. */
export function makeTouchListeners(stage: GestureStage, ports: GesturePorts) {
  const touch: Touch = {
    pointers: new Map(),
    mode: 'none',
    start: { x: 0, y: 0 },
    trail: [],
    lastTap: null,
    moved: false,
    before: null,
  }
  const { pointers } = touch

  const begin = () => {
    const [first, second] = [...pointers.values()]
    if (!first) return
    const zoom = stage.getZoom()
    touch.start = { x: first.x - zoom.x, y: first.y - zoom.y }
    if (second && ports.picture()) {
      touch.mode = 'pinch'
      touch.moved = true
      touch.before = { zoom, ...spread(first, second) }
      stage.pull(0, 0, false)
    } else if (touch.mode === 'pinch') touch.mode = 'pan'
  }

  return {
    down: (event: PointerEvent): void => {
      if (handlesTouches(event) || (event.pointerType === 'mouse' && event.button !== 0)) return
      if (pointers.size >= 2) return
      if (pointers.size === 0) Object.assign(touch, { mode: 'none', moved: false, trail: [] })
      pointers.set(event.pointerId, stage.toPointer(event))
      begin()
    },

    move: (event: PointerEvent): void => {
      if (!pointers.has(event.pointerId)) return
      const now = stage.toPointer(event)
      pointers.set(event.pointerId, now)
      if (!pinch(touch, stage)) drag(touch, stage, ports, now, event)
    },

    up: (event: PointerEvent): void => {
      if (!pointers.delete(event.pointerId)) return
      const now = stage.toPointer(event)
      if (pointers.size > 0) return begin()
      const isLifted = event.type === 'pointerup'
      if (!touch.moved && isLifted) tap(touch, stage, now, event)
      finish(touch, stage, ports, now, isLifted)
    },

    forget: (): void => {
      pointers.clear()
      touch.mode = 'none'
    },
  }
}

// Returns false if no pinch is underway.
function pinch({ mode, before, pointers }: Touch, stage: GestureStage): boolean {
  const [first, second] = [...pointers.values()]
  if (mode !== 'pinch' || !before || !first || !second) return false
  const { middle, apart } = spread(first, second)
  const scale = (before.zoom.scale * apart) / before.apart
  stage.draw(zoomAt(before.zoom, scale, before.middle, middle), true)
  return true
}

function drag(
  touch: Touch,
  stage: GestureStage,
  ports: GesturePorts,
  now: Pointer,
  event: PointerEvent,
): void {
  const zoom = stage.getZoom()
  const [x, y] = [now.x - touch.start.x - zoom.x, now.y - touch.start.y - zoom.y]
  touch.trail = [...touch.trail.filter(({ at }) => now.at - at < RECENT_MS), now]
  if (touch.mode === 'none') {
    touch.mode = decideMode(x, y, event.pointerType === 'mouse', stage.isZoomed())
    if (Math.hypot(x, y) >= DECIDED_PX) touch.moved = true
    if (touch.mode !== 'none') stage.capture(event)
  }
  if (touch.mode === 'x') stage.pull(followed(x, ports.neighbours()), 0, true)
  else if (touch.mode === 'y') stage.pull(0, Math.max(0, y), true)
  else if (touch.mode === 'pan')
    stage.draw({ ...zoom, x: now.x - touch.start.x, y: now.y - touch.start.y }, true)
}

function tap(touch: Touch, stage: GestureStage, now: Pointer, { target }: PointerEvent): void {
  const isTwice = isSameTap(touch.lastTap, now)
  touch.lastTap = isTwice ? null : now
  if (isTwice && !(target instanceof HTMLVideoElement)) stage.zoomTo(stage.isZoomed() ? 1 : DOUBLE_TAP, now)
}

// `isLifted`: the browser didn't cancel the gesture.
function finish(touch: Touch, stage: GestureStage, ports: GesturePorts, now: Pointer, isLifted: boolean) {
  const { mode, start, trail } = touch
  if (mode === 'pinch' || mode === 'pan')
    stage.release(stage.getZoom().scale <= 1.05 ? UNZOOMED : stage.getZoom())
  if (mode === 'x' || mode === 'y') {
    const first = trail[0] ?? now
    const [x, y] = [now.x - start.x, now.y - start.y]
    const speed = (now[mode] - first[mode]) / Math.max(1, now.at - first.at)
    const to = isLifted ? toSwipe({ axis: mode, x, y, speed }, stage.size(), ports.neighbours()) : 'stay'
    if (to !== 'close') stage.pull(0, 0, false)
    if (to !== 'stay') ports.onSwipe(to)
  }
  touch.mode = 'none'
  touch.before = null
}
