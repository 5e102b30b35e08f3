import { agoText } from '../../lib/ago-text.ts'
import type { SignedInSession } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { dayText } from '../../lib/format.ts'

const HOUR_MS = 3_600_000

/** The name of a session's device: `Firefox on Linux`, or the known part of it. */
export const deviceName = ({ browser, os }: Pick<SignedInSession, 'browser' | 'os'>): string =>
  browser && os ? m.settings_device_on({ browser, os }) : (browser ?? os ?? m.settings_device_unknown())

/** When something was last used. The server updates that once an hour at most, so a shorter time counts as now. */
export const usedText = (timestamp: string, now: number = Date.now()): string =>
  now - Date.parse(timestamp) < HOUR_MS
    ? m.settings_device_used_now()
    : m.settings_device_used({ ago: agoText(timestamp, now) })

/** The facts of a session as texts: sign-in, last use (not of the current session), network address. */
export const deviceFacts = (session: SignedInSession, now: number = Date.now()): string[] => [
  m.settings_device_since({ date: dayText(session.created_at) }),
  ...(session.is_current ? [] : [usedText(session.last_used_at, now)]),
  ...(session.ip_address ? [session.ip_address] : []),
]
