// Values for date and datetime-local fields, in this device's time zone.

const DAY_MS = 86_400_000

function localIso(at: number): string {
  const date = new Date(at)
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString()
}

/** Returns the date `days` from now, formatted for a date field. */
export function dayIn(days: number, now = Date.now()): string {
  return localIso(now + days * DAY_MS).slice(0, 10)
}

/** Returns the time `days` from now, formatted for a datetime-local field. */
export function momentIn(days: number, now = Date.now()): string {
  return localIso(now + days * DAY_MS).slice(0, 16)
}

/** Converts a datetime-local field's value to a timestamp; null if it is empty. */
export function parseMoment(typed: string): string | null {
  const at = new Date(typed)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
