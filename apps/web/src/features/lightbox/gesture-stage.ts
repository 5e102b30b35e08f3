import {
  clampToStage,
  type Neighbours,
  type Point,
  type Size,
  UNZOOMED,
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

/** A pointer's position relative to the middle of the stage, and its time (ms). */
export type Pointer = Point & { at: number }

/** The stage that gestures move. */
export type GestureStage = ReturnType<typeof makeStage>

/** Creates the functions that move and magnify the stage's content, and measure positions on it. */
export function makeStage(stage: HTMLElement, { picture, track }: GesturePorts) {
  let zoom: Zoom = UNZOOMED

  const size = (): Size => ({ width: stage.clientWidth, height: stage.clientHeight })

  const draw = (next: Zoom, isDragging: boolean) => {
    const shown = picture()
    zoom = next
    stage.toggleAttribute('data-zoomed', zoom.scale > 1.01)
    if (!shown) return
    shown.toggleAttribute('data-dragging', isDragging)
    shown.style.transform = zoom.scale === 1 ? '' : `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`
  }

  const release = (next: Zoom) => {
    const shown = picture()
    if (!shown) return draw(UNZOOMED, false)
    draw(clampToStage(next, size(), { width: shown.offsetWidth, height: shown.offsetHeight }), false)
  }

  return {
    size,
    /** Magnifies the photo without limits, while fingers hold it. */
    draw,
    /** Magnifies the photo so that it still covers the stage. */
    release,
    getZoom: () => zoom,
    isZoomed: () => zoom.scale > 1.01,

    toPointer: (event: MouseEvent): Pointer => {
      const { left, top, width, height } = stage.getBoundingClientRect()
      return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2, at: event.timeStamp }
    },

    /** Sends all further events of the pointer to the stage. */
    capture: ({ pointerId }: PointerEvent) => stage.setPointerCapture(pointerId),

    /** Moves the track with the pointer. */
    pull: (x: number, y: number, isDragging: boolean) => {
      track.toggleAttribute('data-dragging', isDragging)
      track.style.setProperty('--pull-x', `${x}px`)
      track.style.setProperty('--pull-y', `${y}px`)
      stage.style.setProperty('--gone', String(Math.min(1, Math.abs(y) / (stage.clientHeight || 1))))
    },

    /** Magnifies the photo to `scale` around a point. */
    zoomTo: (scale: number, at: Point) => {
      if (picture()) release(scale <= 1.01 ? UNZOOMED : zoomAt(zoom, scale, at))
    },
  }
}
