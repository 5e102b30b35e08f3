import { type GesturePorts, makeStage } from './gesture-stage.ts'
import { UNZOOMED } from './gestures.ts'
import { makeTouchListeners } from './touch-gestures.ts'
import { makeWheelListener } from './wheel-gestures.ts'

export type { GesturePorts } from './gesture-stage.ts'

/** Handles touch, mouse, and wheel input on `element` for paging, closing, and zooming. Returns a cleanup function. */
export function watchGestures(
  element: HTMLElement,
  ports: GesturePorts,
): { stop: () => void; reset: () => void } {
  const stage = makeStage(element, ports)
  const touches = makeTouchListeners(stage, ports)
  const controller = new AbortController()
  const { signal } = controller
  element.addEventListener('pointerdown', touches.down, { signal })
  element.addEventListener('pointermove', touches.move, { signal })
  element.addEventListener('pointerup', touches.up, { signal })
  element.addEventListener('pointercancel', touches.up, { signal })
  element.addEventListener('wheel', makeWheelListener(stage, ports), { signal, passive: false })
  element.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
  return {
    stop: () => controller.abort(),
    /** Resets the zoom and touches for a new item. */
    reset: () => {
      touches.forget()
      stage.draw(UNZOOMED, false)
      stage.pull(0, 0, false)
    },
  }
}
