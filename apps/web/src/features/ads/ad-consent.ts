import type { AdPlace } from '@nollie/contract'
import { createAtom, useSelector } from '@tanstack/react-store'
import { shell } from '../../lib/native-shell.ts'
import { readStored, writeStored } from '../../lib/storage.ts'

/** The answer stored on this device. A yes applies to one provider, a no to all of them. */
type Answer = { answer: 'yes' | 'no'; host: string }

const NAME = 'nollie.ads.consent'

function stored(): Answer | null {
  const { answer, host } = (readStored(NAME) ?? {}) as Partial<Record<keyof Answer, unknown>>
  return (answer === 'yes' || answer === 'no') && typeof host === 'string' ? { answer, host } : null
}

const given = createAtom<Answer | null>(stored())
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === NAME) given.set(stored())
})

/** Whether the browser declines on the person's behalf (Global Privacy Control). */
export function isRefusedByBrowser(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** Stores the answer on this device. It can be changed at any time. */
export function answerConsent(answer: 'yes' | 'no', host: string): void {
  writeStored(NAME, { answer, host })
  given.set({ answer, host })
}

/**
 * Returns whether the person agreed to a provider's ads on this device; null until they answer. A refusal by the
 * browser takes precedence.
 */
export function useConsent(host: string | null): 'yes' | 'no' | null {
  const found = useSelector(given)
  if (host === null || isRefusedByBrowser()) return 'no'
  return found && (found.answer === 'no' || found.host === host) ? found.answer : null
}

/** Returns the banner unit for this native app; null in a browser or if none is configured. */
export function bannerUnit(ads: AdPlace | undefined): string | null {
  const app = shell()
  return (app?.banner && ads?.banner[app.platform]) ?? null
}

/** Returns the host of the provider whose ads need consent; null if there is none. */
export function providerHost(ads: AdPlace | undefined): string | null {
  return ads?.frame && (!shell() || bannerUnit(ads)) ? new URL(ads.frame).host : null
}
