import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'

// PMTiles v3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). Leaves space for the header and root
// directory, then writes tiles as they are added. Leaf directories follow at the end.

const HEADER_BYTES = 127
/** The header and root directory must fit in the first 16 KiB. */
const ROOT_END = 16_384
const LEAF_ENTRIES = 4_096
const GZIP = 2
const MVT = 1
/** Identical tiles up to this size, such as sea, land, or a single road, are stored only once. */
const SHARED_BYTES = 4_096

type Entry = { id: number; offset: number; length: number; run: number }

/** Returns a tile's index on the Hilbert curve, counting all lower zooms first. */
export function tileId(z: number, x: number, y: number): number {
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

function varints(columns: number[][]): Buffer {
  const bytes: number[] = []
  for (let n of columns.flat()) {
    while (n > 127) {
      bytes.push((n % 128) | 128)
      n = Math.floor(n / 128)
    }
    bytes.push(n)
  }
  return Buffer.from(bytes)
}

function directory(entries: readonly Entry[]): Buffer {
  return gzipSync(
    varints([
      [entries.length],
      entries.map((entry, i) => entry.id - (entries[i - 1]?.id ?? 0)),
      entries.map(({ run }) => run),
      entries.map(({ length }) => length),
      entries.map(({ offset }, i) => {
        const before = entries[i - 1]
        return before && offset === before.offset + before.length ? 0 : offset + 1
      }),
    ]),
    { level: 9 },
  )
}

/** An archive's metadata. */
export type ArchiveFacts = {
  minZoom: number
  maxZoom: number
  bounds: { west: number; south: number; east: number; north: number }
  metadata: object
}

/** Writes an archive of vector tiles to a file. The file is valid only after {@link finish}. */
export class PmtilesWriter {
  readonly #file: FileHandle
  readonly #entries: Entry[] = []
  readonly #known = new Map<string, number>()
  #offset = 0
  #contents = 0

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async create(path: string): Promise<PmtilesWriter> {
    return new PmtilesWriter(await open(path, 'wx', 0o644))
  }

  /** The number of tiles added so far. */
  get tiles(): number {
    return this.#entries.length
  }

  /** Adds a gzipped tile. */
  async add(z: number, x: number, y: number, gzipped: Uint8Array): Promise<void> {
    const length = gzipped.length
    const key = length <= SHARED_BYTES ? createHash('sha1').update(gzipped).digest('base64') : null
    let offset = key === null ? undefined : this.#known.get(key)
    if (offset === undefined) {
      offset = this.#offset
      await this.#write(gzipped, ROOT_END + offset)
      this.#offset += length
      this.#contents += 1
      if (key !== null) this.#known.set(key, offset)
    }
    this.#entries.push({ id: tileId(z, x, y), offset, length, run: 1 })
  }

  /** Writes the directories, metadata, and header, and syncs the file to disk. Returns its size in bytes. */
  async finish({ minZoom, maxZoom, bounds, metadata }: ArchiveFacts): Promise<number> {
    const entries = this.#joined()
    const [root, leaves] = this.#directories(entries)
    const meta = gzipSync(JSON.stringify(metadata), { level: 9 })
    const dataEnd = ROOT_END + this.#offset
    await this.#write(leaves, dataEnd)
    await this.#write(meta, dataEnd + leaves.length)

    const header = Buffer.alloc(HEADER_BYTES)
    header.write('PMTiles')
    header[7] = 3
    const numbers = [HEADER_BYTES, root.length, dataEnd + leaves.length, meta.length]
    numbers.push(dataEnd, leaves.length, ROOT_END, this.#offset)
    numbers.push(this.tiles, entries.length, this.#contents)
    for (const [i, n] of numbers.entries()) header.writeBigUInt64LE(BigInt(n), 8 + i * 8)
    header.set([0, GZIP, GZIP, MVT, minZoom, maxZoom], 96)
    const { west, south, east, north } = bounds
    for (const [i, degrees] of [west, south, east, north].entries())
      header.writeInt32LE(Math.round(degrees * 1e7), 102 + i * 4)
    header[118] = minZoom
    header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119)
    header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123)
    await this.#write(Buffer.concat([header, root]), 0)
    await this.#file.sync()
    await this.#file.close()
    return dataEnd + leaves.length + meta.length
  }

  /** Closes the file without finishing it. The file stays, but isn't a valid archive. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => {})
  }

  #joined(): Entry[] {
    const joined: Entry[] = []
    for (const entry of this.#entries.toSorted((a, b) => a.id - b.id)) {
      const last = joined.at(-1)
      if (last && last.offset === entry.offset && last.id + last.run === entry.id) last.run += 1
      else joined.push({ ...entry })
    }
    return joined
  }

  #directories(entries: readonly Entry[]): [root: Buffer, leaves: Buffer] {
    const whole = directory(entries)
    if (whole.length <= ROOT_END - HEADER_BYTES) return [whole, Buffer.alloc(0)]
    for (let size = LEAF_ENTRIES; ; size *= 2) {
      const leaves: Buffer[] = []
      const roots: Entry[] = []
      let offset = 0
      for (let at = 0; at < entries.length; at += size) {
        const leaf = directory(entries.slice(at, at + size))
        roots.push({ id: (entries[at] as Entry).id, offset, length: leaf.length, run: 0 })
        leaves.push(leaf)
        offset += leaf.length
      }
      const root = directory(roots)
      if (root.length <= ROOT_END - HEADER_BYTES) return [root, Buffer.concat(leaves)]
    }
  }

  async #write(bytes: Uint8Array, position: number): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, at, bytes.length - at, position + at)
      at += bytesWritten
    }
  }
}
