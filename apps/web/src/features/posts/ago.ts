import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** How long ago a moment was, in whole units: `2 hours ago`. Clocks that disagree make no future. */
export function agoText(moment: string, now: number = Date.now()): string {
  const seconds = (now - Date.parse(moment)) / 1000
  for (const [unit, size] of UNITS)
    if (seconds >= size) return words.format(-Math.floor(seconds / size), unit)
  return m.posts_now()
}

/** The same for screens, kept true while it stands there. */
export function useAgo(moment: string): string {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return agoText(moment, now)
}
