import type { ActivityItem } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'

const words = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })

const startOf = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate())

/** One calendar day of this device's clock, and what happened on it. */
export type ActivityDay = { key: string; title: string; items: ActivityItem[] }

/** Items by calendar day (ACT-02), in the order they come. */
export function daysOf(items: readonly ActivityItem[], now: Date = new Date()): ActivityDay[] {
  const days = new Map<number, ActivityItem[]>()
  for (const item of items) {
    const day = startOf(new Date(item.created_at)).getTime()
    const known = days.get(day)
    if (known) known.push(item)
    else days.set(day, [item])
  }
  const today = startOf(now)
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  const titleOf = (day: number) => {
    if (day === today.getTime()) return m.people_activity_today()
    return day === yesterday.getTime() ? m.people_activity_yesterday() : words.format(new Date(day))
  }
  return [...days].map(([day, found]) => ({ key: String(day), title: titleOf(day), items: found }))
}
