import { BlockList, isIP, isIPv6 } from 'node:net'

/** The network of an address for rate limits: IPv6 addresses count by their /64, which belongs to one line. */
export const toNetwork = (ip: string): string => {
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

/** Whether an address is in one of these networks (`10.0.0.1`, `10.0.0.0/8`); supports IPv4-mapped IPv6. */
export const inNetworks = (networks: readonly string[]): ((address: string | undefined) => boolean) => {
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

/** Whether an address belongs to this machine. */
export const isLoopback = inNetworks(['127.0.0.0/8', '::1'])

/** Whether a host name, from a URL or `HOST`, means this machine. */
export const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'))
