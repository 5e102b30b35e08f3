/** A position (px) relative to the center of the stage. */
export type Point = { x: number; y: number }
/** A size (px). */
export type Size = { width: number; height: number }
/** How an image is displayed: scaled by `scale`, with its center moved by `x` and `y` px. */
export type Zoom = { scale: number; x: number; y: number }

/** An image fitted to the stage, without zoom. */
export const UNZOOMED: Zoom = { scale: 1, x: 0, y: 0 }
const LARGEST = 5
/** The scale after a double tap. */
export const DOUBLE_TAP = 2.5

function between(low: number, value: number, high: number) {
  return Math.min(high, Math.max(low, value))
}

/** Limits the zoom so that a magnified image covers the stage and never gets too large. */
export function clampToStage(zoom: Zoom, stage: Size, picture: Size): Zoom {
  const scale = between(1, zoom.scale, LARGEST)
  const room = (whole: number, seen: number) => Math.max(0, (whole * scale - seen) / 2)
  const [roomX, roomY] = [room(picture.width, stage.width), room(picture.height, stage.height)]
  return { scale, x: between(-roomX, zoom.x, roomX) || 0, y: between(-roomY, zoom.y, roomY) || 0 }
}

/** Scales the image to `scale` while moving the point at `from` to `to`. */
export function zoomAt(zoom: Zoom, scale: number, from: Point, to: Point = from): Zoom {
  const next = between(0.7, scale, LARGEST * 1.2)
  const grown = next / zoom.scale
  return { scale: next, x: to.x - (from.x - zoom.x) * grown, y: to.y - (from.y - zoom.y) * grown }
}

/** Returns the midpoint and distance (px) of two fingers. */
export function spread(a: Point, b: Point): { middle: Point; apart: number } {
  return {
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)),
  }
}

/** Whether there is a previous item, and whether there is a next one. */
export type Neighbours = { previous: boolean; next: boolean }
/** What a swipe does. */
export type Swipe = 'previous' | 'next' | 'close' | 'stay'

// The minimum speed of a flick (px/ms), and the distance that a slower swipe must cover, as a fraction of the stage.
const FLICK = 0.4
const FAR = 0.32
const SHORTEST = 12

/** Returns what a swipe does, given its distance (`x` and `y` px) and its final speed (px/ms) along its axis. */
export function toSwipe(
  pull: { axis: 'x' | 'y'; x: number; y: number; speed: number },
  stage: Size,
  neighbours: Neighbours,
): Swipe {
  if (pull.axis === 'y') {
    const down = pull.y > SHORTEST && pull.speed > -FLICK
    return down && (pull.speed > FLICK || pull.y > stage.height * FAR * 0.7) ? 'close' : 'stay'
  }
  const forth = pull.x < 0
  if (Math.abs(pull.x) < SHORTEST || !(forth ? neighbours.next : neighbours.previous)) return 'stay'
  const speed = forth ? -pull.speed : pull.speed
  if (speed < -FLICK) return 'stay'
  if (speed < FLICK && Math.abs(pull.x) < stage.width * FAR) return 'stay'
  return forth ? 'next' : 'previous'
}

/** Returns how far (px) the images move during a swipe of `x` px. They move less at either end of the list. */
export function followed(x: number, neighbours: Neighbours): number {
  return (x < 0 ? neighbours.next : neighbours.previous) ? x : x / 4
}
