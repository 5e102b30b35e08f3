import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Global by their number, yet answered by the hosting itself (Azure's platform service). */
const PLATFORM = new Set(['168.63.129.16'])
/** What of IPv6 is given out for the public network so far. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an IP address is one of the public network: not loopback, private, link-local, carrier's, metadata, multicast,
 * reserved, or an IPv4 address dressed up as IPv6.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0 || PLATFORM.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_V6)
}
