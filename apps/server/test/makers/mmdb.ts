// Writes minimal MaxMind databases: IPv4 networks with one record each, using 24 bits per record.

type Value = string | number | { [key: string]: Value }

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    if (text.length > 28) throw new Error('only short texts')
    return Buffer.concat([Buffer.from([(2 << 5) | text.length]), text])
  }
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([Buffer.from([(6 << 5) | 4]), bytes])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(value)
    return Buffer.concat([Buffer.from([(3 << 5) | 8]), bytes])
  }
  const entries = Object.entries(value)
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([key, part]) => [encode(key), encode(part)]),
  ])
}

type Node = [Node | number | null, Node | number | null]

/** Returns the content of a database file for networks such as `203.0.113.0/24`. */
export function mmdb(networks: Record<string, Value>): Buffer {
  const root: Node = [null, null]
  const records: Buffer[] = []
  let offset = 0
  for (const [network, value] of Object.entries(networks)) {
    const [ip = '', bits = '32'] = network.split('/')
    const address = ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    let node = root
    for (let bit = 0; bit < Number(bits); bit++) {
      const side = (Math.floor(address / 2 ** (31 - bit)) % 2) as 0 | 1
      if (bit === Number(bits) - 1) node[side] = offset
      else {
        const next = node[side]
        const deeper: Node = Array.isArray(next) ? next : [null, null]
        node[side] = deeper
        node = deeper
      }
    }
    const record = encode(value)
    records.push(record)
    offset += record.length
  }
  const nodes: Node[] = [root]
  for (const node of nodes) for (const side of node) if (Array.isArray(side)) nodes.push(side)
  const tree = Buffer.alloc(nodes.length * 6)
  for (const [i, node] of nodes.entries())
    for (const [side, to] of node.entries()) {
      const value =
        to === null ? nodes.length : typeof to === 'number' ? nodes.length + 16 + to : nodes.indexOf(to)
      tree.writeUIntBE(value, i * 6 + side * 3, 3)
    }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: 'Test-City',
    ip_version: 4,
    node_count: nodes.length,
    record_size: 24,
  })
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')])
  return Buffer.concat([tree, Buffer.alloc(16), ...records, marker, metadata])
}
