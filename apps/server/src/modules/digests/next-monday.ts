const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Local hour at which weekly emails are sent on Mondays. */
const MORNING = 8
const MONDAY = 1

/** Converts a time to local time, expressed as if it were UTC. */
function clocksAt(moment: number, timeZone: string): number {
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const times = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  const parts = new Intl.DateTimeFormat('en', { timeZone, ...fields, ...times }).formatToParts(moment)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const [year, month, day] = [part('year'), part('month'), part('day')]
  return Date.UTC(year, month - 1, day, part('hour'), part('minute'), part('second'))
}

// Corrects twice, because the UTC offset may change between the estimate and the result.
function toMoment(clocks: number, timeZone: string): number {
  const guess = clocks - (clocksAt(clocks, timeZone) - clocks)
  return guess - (clocksAt(guess, timeZone) - clocks)
}

/** Returns the first Monday morning after a given time, in a person's time zone. */
export function findNextMonday(after: Date, timeZone: string): Date {
  const from = Math.floor(after.getTime() / 1000) * 1000
  const midnight = Math.floor(clocksAt(from, timeZone) / DAY) * DAY
  const days = (MONDAY - new Date(midnight).getUTCDay() + 7) % 7
  const first = toMoment(midnight + days * DAY + MORNING * HOUR, timeZone)
  if (first > from) return new Date(first)
  return new Date(toMoment(midnight + (days + 7) * DAY + MORNING * HOUR, timeZone))
}

/**
 * Returns when the next weekly email is due after `due`. That is a week later even if this machine's clock is behind
 * the database's, which determines when emails are due.
 */
export function findNextDue(due: Date, now: Date, timeZone: string): Date {
  return findNextMonday(new Date(Math.max(due.getTime(), now.getTime())), timeZone)
}
