import {
  DOUBLE_TAP,
  followed,
  clampToStage,
  type Point,
  type Size,
  spread,
  toSwipe,
  UNZOOMED,
  type Neighbours,
  type Zoom,
  zoomAt,
} from './gestures.ts'

/** The elements involved in gestures. They're looked up each time because they change with the item. */
export type GesturePorts = {
  neighbours: () => Neighbours
  /** Returns the current image if it can be magnified. Gestures measure and transform it. */
  picture: () => HTMLElement | null
  /** Follows the pointer through `--pull-x` and `--pull-y`. Has `data-dragging` during a drag. */
  track: HTMLElement
  onSwipe: (to: 'previous' | 'next' | 'close') => void
}

type Pointer = Point & { at: number }
type Mode = 'none' | 'x' | 'y' | 'pan' | 'pinch'

const DECIDED_PX = 8
const TAP_MS = 300
const TAP_PX = 32
/** The time span (ms) over which a gesture's speed is measured. */
const RECENT_MS = 100
/** Touches this close (px) to a video's lower edge go to its controls. */
const VIDEO_BAR = 72
const WHEEL_PAGE = 60

// Buttons, links, and video controls handle their own touches.
function handlesTouches({ target, clientY }: PointerEvent): boolean {
  if (!(target instanceof Element)) return true
  if (target.closest('button, a, [data-still]')) return true
  const video = target.closest('video')
  return video !== null && clientY > video.getBoundingClientRect().bottom - VIDEO_BAR
}

/** Handles touch, mouse, and wheel input on `stage` for paging, closing, and zooming. Returns a cleanup function. */
export function watchGestures(
  stage: HTMLElement,
  ports: GesturePorts,
): { stop: () => void; reset: () => void } {
  const pointers = new Map<number, Pointer>()
  let mode: Mode = 'none'
  let start: Point = { x: 0, y: 0 }
  let trail: Pointer[] = []
  let lastTap: Pointer | null = null
  let moved = false
  let zoom: Zoom = UNZOOMED
  let before: { zoom: Zoom; middle: Point; apart: number } | null = null
  let wheeled = 0
  let wheeledAt = 0

  const size = (): Size => ({ width: stage.clientWidth, height: stage.clientHeight })
  const toPointer = (event: MouseEvent): Pointer => {
    const { left, top, width, height } = stage.getBoundingClientRect()
    return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2, at: event.timeStamp }
  }

  const pull = (x: number, y: number, isDragging: boolean) => {
    const { track } = ports
    track.toggleAttribute('data-dragging', isDragging)
    track.style.setProperty('--pull-x', `${x}px`)
    track.style.setProperty('--pull-y', `${y}px`)
    stage.style.setProperty('--gone', String(Math.min(1, Math.abs(y) / (stage.clientHeight || 1))))
  }

  const draw = (next: Zoom, isDragging: boolean) => {
    const picture = ports.picture()
    zoom = next
    stage.toggleAttribute('data-zoomed', zoom.scale > 1.01)
    if (!picture) return
    picture.toggleAttribute('data-dragging', isDragging)
    picture.style.transform =
      zoom.scale === 1 ? '' : `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`
  }

  const release = (next: Zoom) => {
    const picture = ports.picture()
    if (!picture) return draw(UNZOOMED, false)
    draw(clampToStage(next, size(), { width: picture.offsetWidth, height: picture.offsetHeight }), false)
  }

  const zoomTo = (scale: number, at: Point) => {
    if (ports.picture()) release(scale <= 1.01 ? UNZOOMED : zoomAt(zoom, scale, at))
  }

  const begin = () => {
    const [first, second] = [...pointers.values()]
    if (!first) return
    start = { x: first.x - zoom.x, y: first.y - zoom.y }
    if (second && ports.picture()) {
      mode = 'pinch'
      moved = true
      before = { zoom, ...spread(first, second) }
      pull(0, 0, false)
    } else if (mode === 'pinch') mode = 'pan'
  }

  const down = (event: PointerEvent) => {
    if (handlesTouches(event) || (event.pointerType === 'mouse' && event.button !== 0)) return
    if (pointers.size >= 2) return
    if (pointers.size === 0) {
      mode = 'none'
      moved = false
      trail = []
    }
    pointers.set(event.pointerId, toPointer(event))
    begin()
  }

  const decide = (x: number, y: number, isMouse: boolean): Mode => {
    if (Math.hypot(x, y) < DECIDED_PX) return 'none'
    if (zoom.scale > 1.01) return 'pan'
    if (isMouse) return 'none'
    return Math.abs(x) > Math.abs(y) ? 'x' : 'y'
  }

  const move = (event: PointerEvent) => {
    if (!pointers.has(event.pointerId)) return
    const now = toPointer(event)
    pointers.set(event.pointerId, now)
    const [first, second] = [...pointers.values()]
    if (mode === 'pinch' && before && first && second) {
      const { middle, apart } = spread(first, second)
      return draw(
        zoomAt(before.zoom, (before.zoom.scale * apart) / before.apart, before.middle, middle),
        true,
      )
    }
    const [x, y] = [now.x - start.x - zoom.x, now.y - start.y - zoom.y]
    trail = [...trail.filter(({ at }) => now.at - at < RECENT_MS), now]
    if (mode === 'none') {
      mode = decide(x, y, event.pointerType === 'mouse')
      if (Math.hypot(x, y) >= DECIDED_PX) moved = true
      if (mode !== 'none') stage.setPointerCapture(event.pointerId)
    }
    if (mode === 'x') pull(followed(x, ports.neighbours()), 0, true)
    else if (mode === 'y') pull(0, Math.max(0, y), true)
    else if (mode === 'pan') draw({ ...zoom, x: now.x - start.x, y: now.y - start.y }, true)
  }

  const tapped = (now: Pointer, event: PointerEvent) => {
    const twice =
      lastTap && now.at - lastTap.at < TAP_MS && Math.hypot(now.x - lastTap.x, now.y - lastTap.y) < TAP_PX
    lastTap = twice ? null : now
    if (twice && !(event.target instanceof HTMLVideoElement)) zoomTo(zoom.scale > 1.01 ? 1 : DOUBLE_TAP, now)
  }

  const up = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return
    const now = toPointer(event)
    if (pointers.size > 0) return begin()
    const ended = event.type === 'pointerup'
    if (!moved && ended) tapped(now, event)
    if (mode === 'pinch' || mode === 'pan') release(zoom.scale <= 1.05 ? UNZOOMED : zoom)
    if (mode === 'x' || mode === 'y') {
      const axis = mode
      const first = trail[0] ?? now
      const [x, y] = [now.x - start.x, now.y - start.y]
      const speed = (now[axis] - first[axis]) / Math.max(1, now.at - first.at)
      const to = ended ? toSwipe({ axis, x, y, speed }, size(), ports.neighbours()) : 'stay'
      if (to !== 'close') pull(0, 0, false)
      if (to !== 'stay') ports.onSwipe(to)
    }
    mode = 'none'
    before = null
  }

  const wheel = (event: WheelEvent) => {
    if (event.target instanceof Element && event.target.closest('[data-still]')) return
    event.preventDefault()
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) && !event.ctrlKey
    if (!sideways)
      return zoomTo(zoom.scale * Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), toPointer(event))
    if (event.timeStamp - wheeledAt > 250) wheeled = 0
    wheeledAt = event.timeStamp
    // One trackpad swipe moves by one item, no matter how long it lasts.
    if (!Number.isFinite(wheeled)) return
    wheeled += event.deltaX
    if (Math.abs(wheeled) < WHEEL_PAGE) return
    const to = wheeled > 0 ? 'next' : 'previous'
    wheeled = Number.POSITIVE_INFINITY
    if (ports.neighbours()[to]) ports.onSwipe(to)
  }

  const controller = new AbortController()
  const { signal } = controller
  stage.addEventListener('pointerdown', down, { signal })
  stage.addEventListener('pointermove', move, { signal })
  stage.addEventListener('pointerup', up, { signal })
  stage.addEventListener('pointercancel', up, { signal })
  stage.addEventListener('wheel', wheel, { signal, passive: false })
  stage.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
  return {
    stop: () => controller.abort(),
    /** Resets the zoom and touches for a new item. */
    reset: () => {
      pointers.clear()
      mode = 'none'
      draw(UNZOOMED, false)
      pull(0, 0, false)
    },
  }
}
