/** Writes a PMTiles v3 archive (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md) with one root directory. */
import { gzipSync } from 'node:zlib'

const HEADER_BYTES = 127
const ROOT_LIMIT = 16_384 - HEADER_BYTES
const GZIP = 2
const MVT = 1

/** Position of a tile on the Hilbert curve, counted over all levels above it. */
export function tileId(z, x, y) {
  let id = (4 ** z - 1) / 3
  for (let s = 2 ** (z - 1); s >= 1; s /= 2) {
    const rx = (x & s) > 0 ? 1 : 0
    const ry = (y & s) > 0 ? 1 : 0
    id += s * s * ((3 * rx) ^ ry)
    if (ry === 0) {
      if (rx === 1) [x, y] = [2 ** z - 1 - x, 2 ** z - 1 - y]
      ;[x, y] = [y, x]
    }
  }
  return id
}

function varints(numbers) {
  const bytes = []
  for (let n of numbers) {
    while (n > 127) {
      bytes.push((n % 128) | 128)
      n = Math.floor(n / 128)
    }
    bytes.push(n)
  }
  return Buffer.from(bytes)
}

function directory(entries) {
  const columns = [
    [entries.length],
    entries.map((e, i) => e.id - (i ? entries[i - 1].id : 0)),
    entries.map((e) => e.run),
    entries.map((e) => e.length),
    entries.map((e, i) =>
      i && e.offset === entries[i - 1].offset + entries[i - 1].length ? 0 : e.offset + 1,
    ),
  ]
  return gzipSync(varints(columns.flat()), { level: 9 })
}

/**
 * @param {{z: number, x: number, y: number, data: Uint8Array}[]} tiles uncompressed vector tiles, any order
 * @param {{minZoom: number, maxZoom: number, metadata: object}} about
 * @returns {Buffer} the archive
 */
export function writePmtiles(tiles, { minZoom, maxZoom, metadata }) {
  const sorted = tiles
    .map((t) => ({ id: tileId(t.z, t.x, t.y), gz: gzipSync(t.data, { level: 9 }) }))
    .sort((a, b) => a.id - b.id)
  const seen = new Map()
  const chunks = []
  const entries = []
  let offset = 0
  for (const { id, gz } of sorted) {
    const key = gz.toString('latin1')
    let at = seen.get(key)
    if (at === undefined) {
      at = offset
      seen.set(key, at)
      chunks.push(gz)
      offset += gz.length
    }
    const last = entries.at(-1)
    if (last && last.offset === at && last.id + last.run === id) last.run++
    else entries.push({ id, run: 1, length: gz.length, offset: at })
  }
  const root = directory(entries)
  if (root.length > ROOT_LIMIT)
    throw new Error(`root directory of ${root.length} bytes needs leaf directories`)
  const meta = gzipSync(JSON.stringify(metadata), { level: 9 })

  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header[7] = 3
  const u64 = [
    HEADER_BYTES,
    root.length,
    HEADER_BYTES + root.length,
    meta.length,
    0,
    0,
    HEADER_BYTES + root.length + meta.length,
    offset,
  ]
  u64.push(sorted.length, entries.length, chunks.length)
  u64.forEach((n, i) => header.writeBigUInt64LE(BigInt(n), 8 + i * 8))
  header[96] = 1
  header[97] = GZIP
  header[98] = GZIP
  header[99] = MVT
  header[100] = minZoom
  header[101] = maxZoom
  ;[-180e7, -85e7, 180e7, 85e7].forEach((n, i) => header.writeInt32LE(n, 102 + i * 4))
  return Buffer.concat([header, root, meta, ...chunks])
}
