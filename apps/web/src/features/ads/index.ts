export { AdPlace } from './ad-place.tsx'
export { answerConsent, isRefusedByBrowser, providerHost, useConsent } from './ad-consent.ts'
export { ManagedAds } from './managed-ads.tsx'
