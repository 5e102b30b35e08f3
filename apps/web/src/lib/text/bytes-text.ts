import { numberText } from '../format.ts'

const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** Returns a human-readable file size: `640 B`, `1.2 MB`. */
export function bytesText(bytes: number): string {
  let unit = 0
  let size = bytes
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000
    unit += 1
  }
  const digits =
    size >= 100 ? { maximumFractionDigits: 0, useGrouping: false } : { maximumSignificantDigits: 2 }
  return `${numberText(size, digits)} ${UNITS[unit]}`
}
