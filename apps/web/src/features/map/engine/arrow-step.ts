const STEP = 8
const LONG_STEP = 48
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Returns how far an arrow key moves the focused element, in pixels (8, or 48 with Shift); null for any other key. */
export function arrowStep({ key, shiftKey }: KeyboardEvent): [number, number] | null {
  const [x, y] = ARROWS[key] ?? [0, 0]
  const step = shiftKey ? LONG_STEP : STEP
  return x === 0 && y === 0 ? null : [x * step, y * step]
}
