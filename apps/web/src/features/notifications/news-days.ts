import { m } from '../../i18n/messages.ts'

const words = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })

const startOf = (moment: Date, back = 0) =>
  new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() - back).getTime()

/** One calendar day of this device's clock, and what happened on it. */
export type Day<T> = { key: string; title: string; items: T[] }

/** What happened by calendar day, in the order it comes. */
export function byDay<T extends { created_at: string }>(
  items: readonly T[],
  now: Date = new Date(),
): Day<T>[] {
  const days = new Map<number, T[]>()
  for (const item of items) {
    // Clocks that disagree make no tomorrow.
    const day = Math.min(startOf(new Date(item.created_at)), startOf(now))
    const known = days.get(day)
    if (known) known.push(item)
    else days.set(day, [item])
  }
  const titleOf = (day: number) => {
    if (day === startOf(now)) return m.notifications_today()
    return day === startOf(now, 1) ? m.notifications_yesterday() : words.format(new Date(day))
  }
  return [...days].map(([day, found]) => ({ key: String(day), title: titleOf(day), items: found }))
}
