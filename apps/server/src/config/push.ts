import { isTrustedAddress } from './address.ts'
import type { PushRelay } from '../modules/push/index.ts'
import { StartRefused } from '../platform/start-refused.ts'

/** Environment variables for the relay to native apps. */
export const PUSH_VARIABLES = ['PUSH_RELAY_URL', 'PUSH_RELAY_KEY'] as const

/**
 * Reads the relay to Google's and Apple's push services; null means that native apps get no notifications.
 * @throws StartRefused for an invalid or missing value
 */
export function readPushRelay(env: Readonly<Record<string, string | undefined>>): PushRelay | null {
  const { PUSH_RELAY_URL: url, PUSH_RELAY_KEY: key } = env
  if (!url && !key) return null
  if (!url || !key) throw new StartRefused('PUSH_RELAY_URL and PUSH_RELAY_KEY must be set together')
  if (!isTrustedAddress(url))
    throw new StartRefused('PUSH_RELAY_URL must be an address like https://relay.example/push')
  return { url: new URL(url), key }
}
