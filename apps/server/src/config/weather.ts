import { isTrustedAddress } from './address.ts'
import type { WeatherSettings } from '../modules/conditions/index.ts'
import { StartRefused } from '../platform/start-refused.ts'

/** Environment variables for the weather service. */
export const WEATHER_VARIABLES = ['WEATHER_URL', 'WEATHER_KEY'] as const

/**
 * Reads the weather service's settings; null means that there is none.
 * @throws StartRefused for an invalid or missing value
 */
export function readWeather(env: Readonly<Record<string, string | undefined>>): WeatherSettings | null {
  const { WEATHER_URL: url, WEATHER_KEY: key } = env
  if (!url) {
    if (key) throw new StartRefused('WEATHER_KEY needs WEATHER_URL, the service that uses it')
    return null
  }
  if (!isTrustedAddress(url))
    throw new StartRefused('WEATHER_URL must be an address like https://api.open-meteo.com')
  return { url: new URL(url), key: key ?? null }
}
