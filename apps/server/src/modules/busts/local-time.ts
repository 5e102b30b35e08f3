/** A local date and time; Monday is weekday 0. */
export type LocalTime = { day: string; weekday: number; hour: number; minute: number }

const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(time_zone: string): Intl.DateTimeFormat {
  const known = formats.get(time_zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: time_zone,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(time_zone, made)
  return made
}

/** Returns the weekday of a date like `2026-01-31`; Monday is 0. */
export function getWeekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

/** Adds a number of days to a date like `2026-01-31`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Converts a time to local time in a time zone. */
export function toLocalTime(at: Date, time_zone: string): LocalTime {
  const parts = Object.fromEntries(
    getFormat(time_zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const day = `${parts.year}-${parts.month}-${parts.day}`
  return { day, weekday: getWeekday(day), hour: Number(parts.hour), minute: Number(parts.minute) }
}
