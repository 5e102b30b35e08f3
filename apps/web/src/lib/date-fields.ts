// What fields of days and moments hold, by the clocks of this device.

const DAY_MS = 86_400_000

const localIso = (at: number): string => {
  const date = new Date(at)
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString()
}

/** The day in so many days, by the clocks of this device, as a field of a date has it. */
export const dayIn = (days: number, now = Date.now()): string => localIso(now + days * DAY_MS).slice(0, 10)

/** The moment in so many days, by the clocks of this device, as a field of a moment has it. */
export const momentIn = (days: number, now = Date.now()): string => localIso(now + days * DAY_MS).slice(0, 16)

/** What a field of a moment says, as a moment; null for an empty one. */
export const momentOf = (typed: string): string | null => {
  const at = new Date(typed)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
