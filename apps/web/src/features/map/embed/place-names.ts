/** A pin in the frame: its tip in pixels, and its name. */
export type PinAt = { x: number; y: number; name: string }

type Area = { left: number; right: number; top: number; bottom: number }

const LETTER_PX = 7
const NAME_MAX_PX = 140
const LINE_PX = 16
const PIN = { width: 26, height: 32 }
const DOT_PX = 14

function overlaps(a: Area, b: Area): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

function toPinArea({ x, y }: PinAt): Area {
  return { left: x - PIN.width / 2, right: x + PIN.width / 2, top: y - PIN.height, bottom: y }
}

function toDotArea({ x, y }: Pick<PinAt, 'x' | 'y'>): Area {
  const half = DOT_PX / 2
  return { left: x - half, right: x + half, top: y - half, bottom: y + half }
}

function toNameArea({ x, y, name }: PinAt): Area {
  const half = Math.min(NAME_MAX_PX, name.length * LETTER_PX + 8) / 2
  return { left: x - half, right: x + half, top: y + 1, bottom: y + 1 + LINE_PX }
}

/**
 * Returns which pins have room for their name below: it covers no other pin, no dot, and no other name. Earlier pins come
 * first.
 */
export function choosePinNames(
  pins: readonly PinAt[],
  dots: readonly Pick<PinAt, 'x' | 'y'>[] = [],
): ReadonlySet<number> {
  const taken = [...pins.map(toPinArea), ...dots.map(toDotArea)]
  const named = new Set<number>()
  for (const [index, pin] of pins.entries()) {
    const area = toNameArea(pin)
    if (taken.some((other, at) => at !== index && overlaps(area, other))) continue
    taken.push(area)
    named.add(index)
  }
  return named
}
