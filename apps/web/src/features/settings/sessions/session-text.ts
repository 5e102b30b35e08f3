import { agoText } from '../../../lib/text/ago-text.ts'
import type { SignedInSession } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { dayText } from '../../../lib/format.ts'

const HOUR_MS = 3_600_000

/** Returns the name of a session's device: `Firefox on Linux`, or as much of it as we know. */
export function deviceName({ browser, os }: Pick<SignedInSession, 'browser' | 'os'>): string {
  return browser && os
    ? m.settings_device_on({ browser, os })
    : (browser ?? os ?? m.settings_device_unknown())
}

/** Formats the time of last use. The server updates it once an hour, so anything under an hour counts as now. */
export function usedText(timestamp: string, now: number = Date.now()): string {
  return now - Date.parse(timestamp) < HOUR_MS
    ? m.settings_device_used_now()
    : m.settings_device_used({ ago: agoText(timestamp, now) })
}

/** Returns a session's details: its start, its last use (unless it's the current one), and its IP address. */
export function deviceFacts(session: SignedInSession, now: number = Date.now()): string[] {
  return [
    m.settings_device_since({ date: dayText(session.created_at) }),
    ...(session.is_current ? [] : [usedText(session.last_used_at, now)]),
    ...(session.ip_address ? [session.ip_address] : []),
  ]
}
