import { isTrustedAddress } from './address.ts'
import { StartRefused } from '../platform/start-refused.ts'

/** Environment variables for the Overpass server. */
export const OVERPASS_VARIABLES = ['OVERPASS_URL'] as const

/** The public server. Nothing is sent to it until an admin starts an import. */
const PUBLIC_SERVER = 'https://overpass-api.de/api/'

/**
 * Reads the Overpass server's URL.
 * @throws StartRefused for an invalid value
 */
export function readOverpass(env: Readonly<Record<string, string | undefined>>): URL {
  const url = env.OVERPASS_URL ?? PUBLIC_SERVER
  if (!isTrustedAddress(url)) throw new StartRefused(`OVERPASS_URL must be an address like ${PUBLIC_SERVER}`)
  // People also copy the address of the API's operation.
  return new URL(url.replace(/\/interpreter\/?$/, '/'))
}
