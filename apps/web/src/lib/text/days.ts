import { m } from '../../i18n/messages.ts'
import { dateFormat, longDayText } from '../format.ts'

const thisYear = dateFormat({ weekday: 'long', month: 'long', day: 'numeric' })

/** Returns the start (ms) of a date's calendar day in this device's time zone, or of the day `back` days earlier. */
export function startOfDay(date: Date, back = 0): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - back).getTime()
}

/** Returns the start of the day an item was created; never later than today, even if the clocks differ. */
export function getDay({ created_at }: { created_at: string }, now: Date): number {
  return Math.min(startOfDay(new Date(created_at)), startOfDay(now))
}

/** Returns the heading for the day that starts at `day`. */
export function dayTitle(day: number, now: Date): string {
  if (day === startOfDay(now)) return m.shell_today()
  if (day === startOfDay(now, 1)) return m.shell_yesterday()
  const date = new Date(day)
  return date.getFullYear() === now.getFullYear() ? thisYear(date) : longDayText(date)
}

/** A calendar day in this device's time zone, with its items. */
export type Day<T> = { key: string; title: string; items: T[] }

/** Groups items by calendar day, preserving their order. */
export function byDay<T extends { created_at: string }>(
  items: readonly T[],
  now: Date = new Date(),
): Day<T>[] {
  const days = new Map<number, T[]>()
  for (const item of items) {
    const day = getDay(item, now)
    const known = days.get(day)
    if (known) known.push(item)
    else days.set(day, [item])
  }
  return [...days].map(([day, found]) => ({ key: String(day), title: dayTitle(day, now), items: found }))
}
