import { BlockList, isIP, isIPv6 } from 'node:net'

/** Returns an IP address's network for rate limits; for IPv6, the /64, which belongs to one subscriber. */
export function toNetwork(ip: string): string {
  if (!isIPv6(ip)) return ip
  if (ip.startsWith('::ffff:')) return ip.slice(7)
  const [head = '', tail = ''] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = ip.includes('::')
    ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
    : left
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Returns a function that checks whether an IP address is in one of these networks; supports IPv4-mapped IPv6. */
export function inNetworks(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [ip = '', bits] = network.split('/')
    const family = isIPv6(ip) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(ip, family)
    else list.addSubnet(ip, Number(bits), family)
  }
  return (address = '') => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
    return isIP(plain) > 0 && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}

/** Whether an IP address belongs to this machine. */
export const isLoopback = inNetworks(['127.0.0.0/8', '::1'])

/** Whether a host name in a URL or in `HOST` refers to this machine. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'))
}
