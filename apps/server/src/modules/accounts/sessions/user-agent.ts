import bowser from 'bowser'
import type { SignedInSession } from '@nollie/contract'

const KINDS: Readonly<Record<string, SignedInSession['kind']>> = {
  mobile: 'phone',
  tablet: 'tablet',
  desktop: 'computer',
}

/** Detects the browser and OS from the user agent, which can be forged, so only the account's owner sees the result. */
export function parseUserAgent(userAgent: string | null): Pick<SignedInSession, 'browser' | 'os' | 'kind'> {
  if (!userAgent) return { browser: null, os: null, kind: 'other' }
  const { browser, os, platform } = bowser.parse(userAgent)
  return {
    browser: browser.name || null,
    os: os.name || null,
    kind: KINDS[platform.type ?? ''] ?? 'other',
  }
}
