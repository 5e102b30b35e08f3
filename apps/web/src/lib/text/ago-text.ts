import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'

const UNITS = [
  [31_557_600, m.posts_years_ago],
  [2_629_800, m.posts_months_ago],
  [604_800, m.posts_weeks_ago],
  [86_400, m.posts_days_ago],
  [3600, m.posts_hours_ago],
  [60, m.posts_minutes_ago],
] as const

/** Returns a timestamp's age in whole units (`2h ago`). A time in the future, from a wrong clock, counts as now. */
export function agoText(timestamp: string, now: number = Date.now()): string {
  const seconds = (now - Date.parse(timestamp)) / 1000
  for (const [size, text] of UNITS) if (seconds >= size) return text({ count: Math.floor(seconds / size) })
  return m.posts_now()
}

/** Returns {@link agoText} and updates it while the component is on screen. */
export function useAgo(timestamp: string): string {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return agoText(timestamp, now)
}
