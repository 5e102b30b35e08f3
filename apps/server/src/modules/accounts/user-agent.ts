import bowser from 'bowser'
import type { SignedInSession } from '@nollie/contract'

const KINDS: Readonly<Record<string, SignedInSession['kind']>> = {
  mobile: 'phone',
  tablet: 'tablet',
  desktop: 'computer',
}

/** Browser and system, detected from the user agent. Senders choose it, so it is only shown to the account's owner. */
export const parseUserAgent = (
  userAgent: string | null,
): Pick<SignedInSession, 'browser' | 'os' | 'kind'> => {
  if (!userAgent) return { browser: null, os: null, kind: 'other' }
  const { browser, os, platform } = bowser.parse(userAgent)
  return {
    browser: browser.name || null,
    os: os.name || null,
    kind: KINDS[platform.type ?? ''] ?? 'other',
  }
}
