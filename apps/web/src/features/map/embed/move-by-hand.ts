import { fromWorld, toWorld } from '@nollie/contract/map/map-codec'
import type { View } from '../engine/types.ts'
import { TILE } from '../view/view-tiles.ts'

/** Zooms of a map without the engine. */
const [ZOOM_MIN, ZOOM_MAX] = [0.5, 18]
/** How far (pixels) an arrow key moves the map. */
const STEP_PX = 80

/** Returns the view after moving the map by pixels and zooms. */
export function moveView(
  view: View,
  { x = 0, y = 0, zoom = 0 }: Partial<Record<'x' | 'y' | 'zoom', number>>,
): View {
  const scale = TILE * 2 ** view.zoom
  const middle = toWorld(view.latitude, view.longitude)
  const { latitude, longitude } = fromWorld(
    middle.x - x / scale,
    Math.max(0, Math.min(1, middle.y - y / scale)),
  )
  const wrapped = longitude - Math.floor((longitude + 180) / 360) * 360
  return { latitude, longitude: wrapped, zoom: Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, view.zoom + zoom)) }
}

const KEYS: Record<string, Parameters<typeof moveView>[1]> = {
  ArrowLeft: { x: STEP_PX },
  ArrowRight: { x: -STEP_PX },
  ArrowUp: { y: STEP_PX },
  ArrowDown: { y: -STEP_PX },
  '+': { zoom: 1 },
  '=': { zoom: 1 },
  '-': { zoom: -1 },
}

/**
 * Lets arrow keys and the mouse move a map until the engine has loaded, and in browsers without WebGL. Touch scrolls
 * the page around the map. Returns a cleanup function.
 */
export function moveByHand(
  map: HTMLElement,
  onMove: (by: Parameters<typeof moveView>[1]) => void,
): () => void {
  const over = new AbortController()
  const { signal } = over
  map.addEventListener(
    'keydown',
    (event) => {
      const by = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key]
      if (!by || event.target !== map) return
      event.preventDefault()
      onMove(by)
    },
    { signal },
  )
  map.addEventListener(
    'pointermove',
    ({ pointerType, buttons, movementX, movementY }) => {
      if (pointerType === 'mouse' && buttons === 1) onMove({ x: movementX, y: movementY })
    },
    { signal },
  )
  return () => over.abort()
}
