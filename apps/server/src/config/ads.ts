import { isTrustedAddress } from './address.ts'
import type { AdSettings } from '../modules/ads/index.ts'
import { StartRefused } from '../platform/start-refused.ts'

/** Environment variables for ads. */
export const AD_VARIABLES = ['ADS', 'ADS_BANNER_ANDROID', 'ADS_BANNER_IOS'] as const

// A provider's page URL often identifies the site in its query string.
function isPage(address: string): boolean {
  return isTrustedAddress(address.replace(/[?#].*$/s, '')) && URL.canParse(address)
}

const UNIT = /^[\w~/.-]{3,100}$/

/**
 * Reads what to show in the ad slot: the admins' ads (`house`, the default), nothing, or a provider's page.
 * @throws StartRefused for an invalid value
 */
export function readAds(env: Readonly<Record<string, string | undefined>>): AdSettings {
  const { ADS: ads = 'house', ADS_BANNER_ANDROID: android = null, ADS_BANNER_IOS: ios = null } = env
  for (const [name, unit] of Object.entries({ ADS_BANNER_ANDROID: android, ADS_BANNER_IOS: ios }))
    if (unit !== null && !UNIT.test(unit))
      throw new StartRefused(`${name} must be the ID of a banner ad unit`)
  const banner = { android, ios }
  if (ads === 'house' || ads === 'off') {
    if (android ?? ios)
      throw new StartRefused('ADS_BANNER_ANDROID and ADS_BANNER_IOS need ADS, the page of their provider')
    return { kind: ads, frame: null, banner }
  }
  if (!isPage(ads))
    throw new StartRefused('ADS must be house, off, or the address of a page like https://ads.example/slot')
  // A page from our own origin wouldn't be isolated from our pages.
  if (env.PUBLIC_URL && new URL(ads).origin === new URL(env.PUBLIC_URL).origin)
    throw new StartRefused('ADS must be a page with a different origin than PUBLIC_URL')
  return { kind: 'provider', frame: new URL(ads), banner }
}
