import { isTrustedAddress } from './address.ts'
import type { TranslateSettings } from '../modules/translations/index.ts'
import { StartRefused } from '../platform/start-refused.ts'

/** Environment variables for the translation service. */
export const TRANSLATE_VARIABLES = ['TRANSLATE_URL', 'TRANSLATE_KEY'] as const

/**
 * Reads the settings of the service that translates what people write; null means that there is none.
 * @throws StartRefused for an invalid or missing value
 */
export function readTranslate(env: Readonly<Record<string, string | undefined>>): TranslateSettings | null {
  const { TRANSLATE_URL: url, TRANSLATE_KEY: key } = env
  if (!url) {
    if (key) throw new StartRefused('TRANSLATE_KEY needs TRANSLATE_URL, the service that uses it')
    return null
  }
  if (!isTrustedAddress(url))
    throw new StartRefused('TRANSLATE_URL must be an address like https://translate.example')
  return { url: new URL(url), key: key ?? null }
}
