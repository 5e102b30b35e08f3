import type { SignedInSession } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { agoText } from '../posts/index.ts'

const HOUR_MS = 3_600_000

const days = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' })

/** A day as settings write it: `Dec 5, 2026`. */
export const dayText = (timestamp: string): string => days.format(new Date(timestamp))

/** What a place of sign-in is called: `Firefox on Linux`, or as much of that as is known. */
export const deviceName = ({ browser, os }: Pick<SignedInSession, 'browser' | 'os'>): string =>
  browser && os ? m.settings_device_on({ browser, os }) : (browser ?? os ?? m.settings_device_unknown())

// The server writes it down once an hour.
const usedText = (timestamp: string, now: number): string =>
  now - Date.parse(timestamp) < HOUR_MS
    ? m.settings_device_used_now()
    : m.settings_device_used({ ago: agoText(timestamp, now) })

/** When and from where, in parts; of the one in use only since when. */
export const deviceFacts = (session: SignedInSession, now: number = Date.now()): string[] => [
  m.settings_device_since({ date: dayText(session.created_at) }),
  ...(session.is_current ? [] : [usedText(session.last_used_at, now)]),
  ...(session.ip_address ? [session.ip_address] : []),
]
