import type { GesturePorts, GestureStage } from './gesture-stage.ts'

const WHEEL_PAGE = 60
/** After this long (ms) without wheel events, the next one starts a new swipe. */
const WHEEL_END_MS = 250

/** Creates the listener for wheels and trackpads: sideways pages, up and down zooms. */
export function makeWheelListener(stage: GestureStage, ports: GesturePorts): (event: WheelEvent) => void {
  let wheeled = 0
  let wheeledAt = 0

  const page = ({ timeStamp, deltaX }: WheelEvent) => {
    if (timeStamp - wheeledAt > WHEEL_END_MS) wheeled = 0
    wheeledAt = timeStamp
    // One trackpad swipe moves by one item, no matter how long it lasts.
    if (!Number.isFinite(wheeled)) return
    wheeled += deltaX
    if (Math.abs(wheeled) < WHEEL_PAGE) return
    const to = wheeled > 0 ? 'next' : 'previous'
    wheeled = Number.POSITIVE_INFINITY
    if (ports.neighbours()[to]) ports.onSwipe(to)
  }

  return (event) => {
    if (event.target instanceof Element && event.target.closest('[data-still]')) return
    event.preventDefault()
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) && !event.ctrlKey
    if (sideways) return page(event)
    const scale = stage.getZoom().scale * Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400))
    stage.zoomTo(scale, stage.toPointer(event))
  }
}
