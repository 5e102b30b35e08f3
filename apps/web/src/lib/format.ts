// Formats all numbers, dates, and lists in the page's language. Relative times (`2h ago`) and strings with a count are
// messages instead, with a variant for each plural form.

/** The page's language. Choosing another language reloads the page. */
export const LANGUAGE = typeof document === 'undefined' ? 'en' : document.documentElement.lang

/** Formats a number: `1,234`. */
export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(LANGUAGE, options)
}

/** Returns a date and time formatter, which is created on first use because creating one takes a millisecond. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: string | number | Date) => string {
  let format: Intl.DateTimeFormat | undefined
  return (at) => {
    format ??= new Intl.DateTimeFormat(LANGUAGE, options)
    return format.format(new Date(at))
  }
}

/** Formats a short date: `Dec 5, 2026`. */
export const dayText = dateFormat({ year: 'numeric', month: 'short', day: 'numeric' })

/** Formats a long date: `December 5, 2026`. */
export const longDayText = dateFormat({ year: 'numeric', month: 'long', day: 'numeric' })

let relative: Intl.RelativeTimeFormat | undefined

/** Returns how many days, months, or years ago something happened: `today`, `3 days ago`, `last year`. */
export function daysAgoText(at: string, now: number): string {
  relative ??= new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' })
  const days = Math.max(0, Math.floor((now - Date.parse(at)) / 86_400_000))
  if (days < 31) return relative.format(-days, 'day')
  return days < 365
    ? relative.format(-Math.floor(days / 30.44), 'month')
    : relative.format(-Math.floor(days / 365), 'year')
}

/** Formats a duration: `2 years`. */
export function unitText(value: number, unit: 'month' | 'year'): string {
  return numberText(value, { style: 'unit', unit, unitDisplay: 'long' })
}

/** Joins names into a list: `Ada, Ben, and Cem`. */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat(LANGUAGE, { type: 'conjunction' }).format(names)
}

const graphemes = new Intl.Segmenter(LANGUAGE, { granularity: 'grapheme' })

/** Returns a name's first letter in uppercase, including accents. */
export function getInitial(name: string): string {
  return (graphemes.segment(name)[Symbol.iterator]().next().value?.segment ?? '').toLocaleUpperCase(LANGUAGE)
}

/** Returns the time zone, or undefined if this browser doesn't know it. Some zones are newer than some browsers. */
export function knownZone(timeZone: string | undefined): string | undefined {
  if (timeZone === undefined) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Whether a time zone's local time differs from this device's at a given moment; false if the zone is unknown. */
export function isOtherZone(timeZone: string | undefined, at: Date): boolean {
  return at.toLocaleString('sv-SE', { timeZone: knownZone(timeZone) }) !== at.toLocaleString('sv-SE')
}

/**
 * Converts a moment to a date (`2026-01-31`) and hour in a time zone, for form fields. If the time zone is missing or
 * this browser doesn't know it, uses this device's.
 */
export function clockIn(timeZone: string | undefined, at: Date): { day: string; hour: number } {
  const zone = knownZone(timeZone)
  const text = at.toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return { day: text.slice(0, 10), hour: Number(text.slice(11, 13)) }
}
