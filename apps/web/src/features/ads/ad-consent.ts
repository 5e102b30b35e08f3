import type { AdPlace } from '@nollie/contract'
import { createAtom, useSelector } from '@tanstack/react-store'
import { shell } from '../../lib/native-shell.ts'
import { readStored, writeStored } from '../../lib/storage.ts'

/** What somebody answered on this device. A yes is for one provider, a no for all. */
type Answer = { answer: 'yes' | 'no'; host: string }

const NAME = 'nollie.ads.consent'

const stored = (): Answer | null => {
  const { answer, host } = (readStored(NAME) ?? {}) as Partial<Record<keyof Answer, unknown>>
  return (answer === 'yes' || answer === 'no') && typeof host === 'string' ? { answer, host } : null
}

const given = createAtom<Answer | null>(stored())
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === NAME) given.set(stored())
})

/** Whether the browser says for its person that they refuse (Global Privacy Control). */
export const isRefusedByBrowser = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/** Stores the answer on this device; another one replaces it at any time. */
export const answerConsent = (answer: 'yes' | 'no', host: string): void => {
  writeStored(NAME, { answer, host })
  given.set({ answer, host })
}

/** Whether somebody agreed to ads of a provider on this device; null until they answered. The browser's refusal counts first. */
export const useConsent = (host: string | null): 'yes' | 'no' | null => {
  const found = useSelector(given)
  if (host === null || isRefusedByBrowser()) return 'no'
  return found && (found.answer === 'no' || found.host === host) ? found.answer : null
}

/** The unit of the banner that this native app may show; null without one, and in a browser. */
export const bannerUnit = (ads: AdPlace | undefined): string | null => {
  const app = shell()
  return (app?.banner && ads?.banner[app.platform]) ?? null
}

/** The provider whose ads this device may show after consent; null without one. */
export const providerHost = (ads: AdPlace | undefined): string | null =>
  ads?.frame && (!shell() || bannerUnit(ads)) ? new URL(ads.frame).host : null
