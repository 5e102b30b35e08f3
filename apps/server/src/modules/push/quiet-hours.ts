import type { QuietHours } from '@nollie/contract'

/** Returns minutes since midnight in a time zone. */
function minutesAt(moment: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(moment)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  return part('hour') * 60 + part('minute')
}

/** Whether a point in time is within a person's quiet hours. */
export function isQuiet({ from, until, time_zone }: QuietHours, moment: Date): boolean {
  const now = minutesAt(moment, time_zone)
  return from < until ? from <= now && now < until : from <= now || now < until
}
