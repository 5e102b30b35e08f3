const UNITS = ['B', 'kB', 'MB', 'GB'] as const
const figures = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 })

/** A size for people: `640 B`, `1.2 MB`. */
export function bytesText(bytes: number): string {
  let unit = 0
  let size = bytes
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000
    unit += 1
  }
  const text = size >= 100 ? String(Math.round(size)) : figures.format(size)
  return `${text} ${UNITS[unit]}`
}
