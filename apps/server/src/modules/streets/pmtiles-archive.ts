import { type FileHandle, open } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import {
  Compression,
  type Entry,
  findTile,
  type Header,
  PMTiles,
  ResolvedValueCache,
  type Source,
  tileIdToZxy,
  TileType,
  zxyToTileId,
} from 'pmtiles'

/** Maximum directory depth that the format allows. */
const MAX_DEPTH = 4

class FileRanges implements Source {
  readonly #path: string
  readonly #file: FileHandle

  constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  getKey = (): string => this.#path

  async getBytes(offset: number, length: number): Promise<{ data: ArrayBuffer }> {
    const bytes = new Uint8Array(length)
    const { bytesRead } = await this.#file.read(bytes, 0, length, offset)
    return { data: bytes.buffer.slice(0, bytesRead) }
  }
}

async function unpack(data: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None || compression === Compression.Unknown) return data
  if (compression !== Compression.Gzip) throw new Error('Only gzip is read, not brotli or zstd.')
  return new Uint8Array(gunzipSync(new Uint8Array(data))).buffer
}

/** An archive of tiles on disk. Reads only the parts it needs. */
export class Archive {
  readonly header: Header
  readonly #file: FileHandle
  readonly #ranges: FileRanges
  readonly #pmtiles: PMTiles
  readonly #cache: ResolvedValueCache

  private constructor(file: FileHandle, ranges: FileRanges, cache: ResolvedValueCache, header: Header) {
    this.#file = file
    this.#ranges = ranges
    this.#cache = cache
    this.#pmtiles = new PMTiles(ranges, cache, unpack)
    this.header = header
  }

  /**
   * Opens the archive in a file.
   * @throws Error if it doesn't contain vector tiles
   */
  static async open(path: string): Promise<Archive> {
    const file = await open(path, 'r')
    try {
      const ranges = new FileRanges(path, file)
      const cache = new ResolvedValueCache(64, true, unpack)
      const header = await cache.getHeader(ranges)
      if (header.tileType !== TileType.Mvt) throw new Error('It holds no vector tiles.')
      return new Archive(file, ranges, cache, header)
    } catch (error) {
      await file.close()
      throw error
    }
  }

  metadata = (): Promise<unknown> => this.#pmtiles.getMetadata()

  /** Returns a tile as stored, or null if there is none. See {@link isGzipped}. */
  async tile(z: number, x: number, y: number): Promise<Uint8Array | null> {
    const entry = await this.#find(z, x, y)
    return entry && this.#content(entry)
  }

  /** Returns a tile's stored size in bytes, or null if there is none. */
  findSize = async (z: number, x: number, y: number): Promise<number | null> =>
    (await this.#find(z, x, y))?.length ?? null

  async #find(z: number, x: number, y: number): Promise<Entry | null> {
    const { header } = this
    if (z < header.minZoom || z > header.maxZoom) return null
    const id = zxyToTileId(z, x, y)
    let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength]
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      const entry = findTile(await this.#directory(offset, length), id)
      if (!entry) return null
      if (entry.runLength > 0) return entry
      offset = header.leafDirectoryOffset + entry.offset
      length = entry.length
    }
    return null
  }

  /** Yields every tile in directory order. */
  async *tiles(): AsyncGenerator<{ z: number; x: number; y: number; data: Uint8Array }> {
    const { header } = this
    const below = async function* (
      self: Archive,
      offset: number,
      length: number,
      depth: number,
    ): AsyncGenerator<Entry> {
      if (depth >= MAX_DEPTH) return
      for (const entry of await self.#directory(offset, length)) {
        if (entry.runLength > 0) yield entry
        else yield* below(self, header.leafDirectoryOffset + entry.offset, entry.length, depth + 1)
      }
    }
    for await (const entry of below(this, header.rootDirectoryOffset, header.rootDirectoryLength, 0)) {
      const data = await this.#content(entry)
      for (let i = 0; i < entry.runLength; i++) {
        const [z, x, y] = tileIdToZxy(entry.tileId + i)
        yield { z, x, y, data }
      }
    }
  }

  close = (): Promise<void> => this.#file.close()

  #directory(offset: number, length: number): Promise<Entry[]> {
    return this.#cache.getDirectory(this.#ranges, offset, length, this.header)
  }

  async #content({ offset, length }: Entry): Promise<Uint8Array> {
    const { data } = await this.#ranges.getBytes(this.header.tileDataOffset + offset, length)
    return new Uint8Array(data)
  }
}

/** Whether the bytes are gzip-compressed. */
export function isGzipped(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** Returns a tile's bytes, decompressed if necessary. */
export function unpacked(bytes: Uint8Array): Uint8Array {
  return isGzipped(bytes) ? gunzipSync(bytes) : bytes
}
