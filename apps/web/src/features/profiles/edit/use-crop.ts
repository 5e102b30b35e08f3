import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { type Crop, fitCrop, getSide, type Size, makeWholeCrop } from './crop.ts'

/** The fraction of the visible square by which an arrow key moves the photo. */
const STEP = 0.04
const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** Manages a crop that can be changed by dragging, with the arrow keys, and by zooming. */
export function useCrop() {
  const [size, setSize] = useState<Size | null>(null)
  const [crop, setCrop] = useState<Crop>({ x: 0, y: 0, zoom: 1 })
  const dragFrom = useRef<{ x: number; y: number } | null>(null)

  const move = (right: number, down: number) => {
    if (!size) return
    // `right` and `down` are fractions of the visible square. They're subtracted, because the crop moves opposite to
    // the photo.
    const side = getSide(size, crop)
    setCrop(fitCrop(size, { ...crop, x: crop.x - right * side, y: crop.y - down * side }))
  }
  const press = (event: KeyboardEvent) => {
    const [right, down] = MOVES[event.key] ?? [0, 0]
    if (right === 0 && down === 0) return
    event.preventDefault()
    move(right * STEP, down * STEP)
  }
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    dragFrom.current = { x: event.clientX, y: event.clientY }
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const from = dragFrom.current
    if (!from) return
    const { width } = event.currentTarget.getBoundingClientRect()
    move((event.clientX - from.x) / width, (event.clientY - from.y) / width)
    dragFrom.current = { x: event.clientX, y: event.clientY }
  }
  const end = () => (dragFrom.current = null)
  return {
    /** The photo's size; null until it has loaded. */
    size,
    crop,
    zoom: (zoom: number) => size && setCrop(fitCrop(size, { ...crop, zoom })),
    /** Call this once the photo has loaded. */
    start: (loaded: Size) => {
      setSize(loaded)
      setCrop(makeWholeCrop(loaded))
    },
    /** Event listeners for the element that shows the photo. */
    listeners: {
      onKeyDown: press,
      onPointerDown: begin,
      onPointerMove: drag,
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}
