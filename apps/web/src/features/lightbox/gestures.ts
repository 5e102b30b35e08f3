/** A position (px) relative to the center of the stage. */
export type Point = { x: number; y: number }
/** In px. */
export type Size = { width: number; height: number }
/** How a picture is shown: scaled by `scale`, its center moved by `x`, `y` px. */
export type Zoom = { scale: number; x: number; y: number }

/** A picture fitted to the stage. */
export const UNZOOMED: Zoom = { scale: 1, x: 0, y: 0 }
const LARGEST = 5
/** The scale of a double tap. */
export const DOUBLE_TAP = 2.5

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value))

/** Limits the zoom so that a magnified picture covers the stage and is never too large. */
export function clampedToStage(zoom: Zoom, stage: Size, picture: Size): Zoom {
  const scale = between(1, zoom.scale, LARGEST)
  const room = (whole: number, seen: number) => Math.max(0, (whole * scale - seen) / 2)
  const [roomX, roomY] = [room(picture.width, stage.width), room(picture.height, stage.height)]
  return { scale, x: between(-roomX, zoom.x, roomX) || 0, y: between(-roomY, zoom.y, roomY) || 0 }
}

/** Scales the picture to `scale`, moving the point at `from` to `to`. */
export function zoomedAt(zoom: Zoom, scale: number, from: Point, to: Point = from): Zoom {
  const next = between(0.7, scale, LARGEST * 1.2)
  const grown = next / zoom.scale
  return { scale: next, x: to.x - (from.x - zoom.x) * grown, y: to.y - (from.y - zoom.y) * grown }
}

/** The midpoint and distance of two fingers. */
export const spread = (a: Point, b: Point): { middle: Point; apart: number } => ({
  middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
  apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)),
})

/** Whether there are previous and next items. */
export type Neighbours = { previous: boolean; next: boolean }
/** The meaning of a swipe. */
export type Swipe = 'previous' | 'next' | 'close' | 'stay'

// A flick is fast (px/ms); a slow swipe must cover more distance (share of the stage).
const FLICK = 0.4
const FAR = 0.32
const SHORTEST = 12

/** The meaning of a swipe by `x`, `y` px that ended at `speed` px/ms along its axis. */
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

/** How far (px) the pictures follow a swipe of `x` px: less at the ends of the list. */
export const followed = (x: number, neighbours: Neighbours): number =>
  (x < 0 ? neighbours.next : neighbours.previous) ? x : x / 4
