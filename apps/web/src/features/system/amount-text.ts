import { m } from '../../i18n/messages.ts'
import { numberText } from '../../lib/format.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Formats a number of bytes: `1.5 GB`. */
export function bytesText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return numberText(bytes / 1000 ** step, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    maximumFractionDigits: step > 1 ? 1 : 0,
  })
}

function unitText(value: number, unit: 'second' | 'minute' | 'hour' | 'day'): string {
  return numberText(Math.floor(value), { style: 'unit', unit, unitDisplay: 'short' })
}

/** Formats how long an item has been waiting: `3 min`. Null means it isn't waiting. */
export function waitText(seconds: number | null): string {
  if (seconds === null) return m.system_none()
  if (seconds < 60) return unitText(Math.max(0, seconds), 'second')
  if (seconds < 3600) return unitText(seconds / 60, 'minute')
  return seconds < 86_400 ? unitText(seconds / 3600, 'hour') : unitText(seconds / 86_400, 'day')
}
