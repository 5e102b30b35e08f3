import { m } from '../i18n/messages.ts'

const thisYear = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
const otherYear = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' })

/** When the calendar day of a moment began by this device's clock (ms), or the one so many days `back`. */
export const startOfDay = (date: Date, back = 0): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() - back).getTime()

/** The same of what happened until now: clocks that disagree make no tomorrow. */
export const dayOf = ({ created_at }: { created_at: string }, now: Date): number =>
  Math.min(startOfDay(new Date(created_at)), startOfDay(now))

/** What a day that began at `day` is called. */
export function dayTitle(day: number, now: Date): string {
  if (day === startOfDay(now)) return m.shell_today()
  if (day === startOfDay(now, 1)) return m.shell_yesterday()
  const date = new Date(day)
  return (date.getFullYear() === now.getFullYear() ? thisYear : otherYear).format(date)
}

/** One calendar day of this device's clock, and what happened on it. */
export type Day<T> = { key: string; title: string; items: T[] }

/** What happened by calendar day, in the order it comes. */
export function byDay<T extends { created_at: string }>(
  items: readonly T[],
  now: Date = new Date(),
): Day<T>[] {
  const days = new Map<number, T[]>()
  for (const item of items) {
    const day = dayOf(item, now)
    const known = days.get(day)
    if (known) known.push(item)
    else days.set(day, [item])
  }
  return [...days].map(([day, found]) => ({ key: String(day), title: dayTitle(day, now), items: found }))
}
