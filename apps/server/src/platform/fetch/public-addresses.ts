import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** This address is in a public range, but belongs to a hosting platform (Azure). */
const PLATFORM = new Set(['168.63.129.16'])
/** The IPv6 range that is currently assigned to the public internet. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an IP address is public. This excludes loopback, private, link-local, carrier-grade NAT, metadata, multicast,
 * reserved, and IPv4-mapped IPv6 addresses.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || PLATFORM.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_V6)
}
