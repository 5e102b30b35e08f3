import { isIP } from 'node:net'
import { z } from 'zod'

// Whether a string is an IP address or a network such as `10.0.0.0/8`.
function isNetwork(text: string): boolean {
  const [ip = '', bits = '0', ...more] = text.split('/')
  return (
    isIP(ip) > 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(ip) === 4 ? 32 : 128)
  )
}

/** Environment variables for trusted proxies. */
export const PROXY_VARIABLES = {
  TRUST_PROXY: z
    .string()
    .refine(
      (text) =>
        text === 'true' || text === 'false' || text.split(',').every((part) => isNetwork(part.trim())),
      'must be true, false, or addresses of proxies (10.0.0.1, 10.0.0.0/8) separated by commas',
    )
    .transform((text): boolean | string[] =>
      text === 'true' || text === 'false' ? text === 'true' : text.split(',').map((part) => part.trim()),
    )
    .default(false),
}

// The shortest prefixes of private networks: 10.0.0.0/8 and fc00::/7.
const SHORTEST_PREFIX = { 4: 8, 6: 7 } as const

function isHuge(network: string): boolean {
  const [ip = '', bits] = network.split('/')
  return bits !== undefined && Number(bits) < SHORTEST_PREFIX[isIP(ip) === 6 ? 6 : 4]
}

/** Describes the risks of trusting these proxies, one line each. */
export function findProxyWarnings(trustProxy: boolean | string[]): string[] {
  const believed = trustProxy === true ? ['true'] : trustProxy === false ? [] : trustProxy.filter(isHuge)
  return believed.map(
    (text) =>
      `TRUST_PROXY=${text} trusts X-Forwarded-For from anyone who reaches this port, so all limits by address can be bypassed. Name your proxies, as in TRUST_PROXY=127.0.0.1`,
  )
}
