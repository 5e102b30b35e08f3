import { type FileHandle, open } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { PbfReader } from 'pbf'

// Reads OpenStreetMap's PBF (https://wiki.openstreetmap.org/wiki/PBF_Format) block by block, so that memory use doesn't
// grow with the file.

/** An OpenStreetMap element's tags. */
export type Tags = Record<string, string>

/** Callbacks for each type of element. */
export type Visitor = {
  /** Called only for nodes with tags, unless `bareNodes` is set. */
  node?: (id: number, longitude: number, latitude: number, tags: Tags) => void
  bareNodes?: boolean
  /** `at` is the center that Overpass computes on request. */
  way?: (id: number, refs: number[], tags: Tags, at?: OsmCenter | null) => void
  /** `ways` has the ids of the relation's outer ways. */
  relation?: (id: number, ways: number[], tags: Tags, at?: OsmCenter | null) => void
}

/** The center of a way or relation. */
export type OsmCenter = { latitude: number; longitude: number }

const NODES = 1
const WAYS = 2
const RELATIONS = 4
/** The format's own limits. */
const BLOCK_BYTES_MAX = 32 * 1024 * 1024
const HEADER_BYTES_MAX = 64 * 1024
const NO_TAGS: Tags = {}

type Blob = { offset: number; bytes: number; kinds: number | null }

function inflated(blob: Uint8Array): Uint8Array {
  const found = new PbfReader(blob).readFields<{ raw: Uint8Array | null; zlib: Uint8Array | null }>(
    (tag, out, pbf) => {
      if (tag === 1) out.raw = pbf.readBytes()
      else if (tag === 3) out.zlib = pbf.readBytes()
    },
    { raw: null, zlib: null },
  )
  if (found.raw) return found.raw
  if (found.zlib) return inflateSync(found.zlib, { maxOutputLength: BLOCK_BYTES_MAX })
  throw new Error('The extract uses an unsupported compression. Only zlib is supported.')
}

/** The bounding box in an extract's header, in degrees. */
export type Box = { west: number; south: number; east: number; north: number }

function readHeader(bytes: Uint8Array): Box | null {
  return new PbfReader(bytes).readFields<{ box: Box | null }>(
    (tag, out, pbf) => {
      if (tag === 4 && pbf.readString() === 'HistoricalInformation')
        throw new Error('The extract contains the history of its elements, which is not supported.')
      if (tag !== 1) return
      const box = { west: 0, south: 0, east: 0, north: 0 }
      const sides = ['west', 'east', 'north', 'south'] as const
      pbf.readMessage((field) => {
        const side = sides[field - 1]
        if (side) box[side] = pbf.readSVarint() / 1e9
      }, null)
      out.box = box
    },
    { box: null },
  ).box
}

/** An OpenStreetMap extract on disk. */
export class OsmFile {
  readonly #file: FileHandle
  readonly #blobs: Blob[]
  /** Null if the file has none. */
  readonly box: Box | null

  private constructor(file: FileHandle, blobs: Blob[], box: Box | null) {
    this.#file = file
    this.#blobs = blobs
    this.box = box
  }

  /** Opens an extract and finds its blocks. Throws for any other file. */
  static async open(path: string): Promise<OsmFile> {
    const file = await open(path, 'r')
    try {
      const { size } = await file.stat()
      const blobs: Blob[] = []
      let box: Box | null = null
      for (let at = 0; at < size; ) {
        const headerBytes = (await part(file, at, 4)).readUInt32BE(0)
        if (headerBytes === 0 || headerBytes > HEADER_BYTES_MAX)
          throw new Error('It is not an .osm.pbf file.')
        const { type, bytes } = readBlobHeader(await part(file, at + 4, headerBytes))
        const offset = at + 4 + headerBytes
        if (bytes > BLOCK_BYTES_MAX || offset + bytes > size)
          throw new Error('It is not an .osm.pbf file, or it is cut off.')
        if (type === 'OSMHeader') box = readHeader(inflated(await part(file, offset, bytes)))
        else if (type === 'OSMData') blobs.push({ offset, bytes, kinds: null })
        at = offset + bytes
      }
      if (blobs.length === 0) throw new Error('It is not an .osm.pbf file, or it is empty.')
      return new OsmFile(file, blobs, box)
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** Reads the file once; skips blocks that have no elements of the types that the visitor reads. */
  async read(visitor: Visitor): Promise<void> {
    const wanted = (visitor.node ? NODES : 0) | (visitor.way ? WAYS : 0) | (visitor.relation ? RELATIONS : 0)
    for (const blob of this.#blobs) {
      if (blob.kinds !== null && (blob.kinds & wanted) === 0) continue
      const packed = await part(this.#file, blob.offset, blob.bytes)
      blob.kinds = readBlock(inflated(packed), visitor)
    }
  }

  close = (): Promise<void> => this.#file.close()
}

async function part(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, offset)
  if (bytesRead < length) throw new Error('It is not an .osm.pbf file, or it is cut off.')
  return bytes
}

function readBlobHeader(bytes: Uint8Array): { type: string; bytes: number } {
  return new PbfReader(bytes).readFields(
    (tag, out, pbf) => {
      if (tag === 1) out.type = pbf.readString()
      else if (tag === 3) out.bytes = pbf.readVarint()
    },
    { type: '', bytes: 0 },
  )
}

type Block = { strings: string[]; groups: Uint8Array[]; granularity: number; lat: number; lon: number }

/** Decodes a block; returns its element types. */
function readBlock(bytes: Uint8Array, visitor: Visitor): number {
  const block = new PbfReader(bytes).readFields<Block>(
    (tag, out, pbf) => {
      if (tag === 1)
        pbf.readMessage((field) => {
          if (field === 1) out.strings.push(pbf.readString())
        }, null)
      else if (tag === 2) out.groups.push(pbf.readBytes())
      else if (tag === 17) out.granularity = pbf.readVarint()
      else if (tag === 19) out.lat = pbf.readVarint(true)
      else if (tag === 20) out.lon = pbf.readVarint(true)
    },
    { strings: [], groups: [], granularity: 100, lat: 0, lon: 0 },
  )
  let kinds = 0
  for (const group of block.groups)
    new PbfReader(group).readFields((tag, _, pbf) => {
      if (tag === 1 || tag === 2) kinds |= NODES
      if (tag === 3) kinds |= WAYS
      if (tag === 4) kinds |= RELATIONS
      if (tag === 1 && visitor.node) readNode(pbf, block, visitor)
      else if (tag === 2 && visitor.node) readDense(pbf, block, visitor)
      else if (tag === 3 && visitor.way) readWay(pbf, block, visitor.way)
      else if (tag === 4 && visitor.relation) readRelation(pbf, block, visitor.relation)
    }, null)
  return kinds
}

function readTags({ strings }: Block, keys: number[], values: number[]): Tags {
  if (keys.length === 0) return NO_TAGS
  const tags: Tags = {}
  for (const [i, key] of keys.entries()) tags[strings[key] ?? ''] = strings[values[i] ?? 0] ?? ''
  return tags
}

function degrees(block: Block, offset: number, steps: number): number {
  return (offset + block.granularity * steps) / 1e9
}

function readNode(pbf: PbfReader, block: Block, { node, bareNodes }: Visitor): void {
  const found = pbf.readMessage(
    (tag, out) => {
      if (tag === 1) out.id = pbf.readSVarint()
      else if (tag === 2) pbf.readPackedVarint(out.keys)
      else if (tag === 3) pbf.readPackedVarint(out.values)
      else if (tag === 8) out.lat = pbf.readSVarint()
      else if (tag === 9) out.lon = pbf.readSVarint()
    },
    { id: 0, lat: 0, lon: 0, keys: [] as number[], values: [] as number[] },
  )
  if (found.keys.length === 0 && !bareNodes) return
  const [lon, lat] = [degrees(block, block.lon, found.lon), degrees(block, block.lat, found.lat)]
  node?.(found.id, lon, lat, readTags(block, found.keys, found.values))
}

function readDense(pbf: PbfReader, block: Block, { node, bareNodes }: Visitor): void {
  const dense = pbf.readMessage(
    (tag, out) => {
      if (tag === 1) pbf.readPackedSVarint(out.ids)
      else if (tag === 8) pbf.readPackedSVarint(out.lats)
      else if (tag === 9) pbf.readPackedSVarint(out.lons)
      else if (tag === 10) pbf.readPackedVarint(out.tags)
    },
    { ids: [] as number[], lats: [] as number[], lons: [] as number[], tags: [] as number[] },
  )
  let [id, lat, lon, at] = [0, 0, 0, 0]
  for (let i = 0; i < dense.ids.length; i++) {
    id += dense.ids[i] as number
    lat += dense.lats[i] as number
    lon += dense.lons[i] as number
    let tags = NO_TAGS
    for (; dense.tags[at]; at += 2) {
      if (tags === NO_TAGS) tags = {}
      tags[block.strings[dense.tags[at] as number] ?? ''] = block.strings[dense.tags[at + 1] as number] ?? ''
    }
    at += 1
    if (tags !== NO_TAGS || bareNodes)
      node?.(id, degrees(block, block.lon, lon), degrees(block, block.lat, lat), tags)
  }
}

function summed(deltas: number[]): number[] {
  let sum = 0
  return deltas.map((delta) => (sum += delta))
}

function readWay(pbf: PbfReader, block: Block, way: NonNullable<Visitor['way']>): void {
  const found = pbf.readMessage(
    (tag, out) => {
      if (tag === 1) out.id = pbf.readVarint(true)
      else if (tag === 2) pbf.readPackedVarint(out.keys)
      else if (tag === 3) pbf.readPackedVarint(out.values)
      else if (tag === 8) pbf.readPackedSVarint(out.refs)
    },
    { id: 0, keys: [] as number[], values: [] as number[], refs: [] as number[] },
  )
  way(found.id, summed(found.refs), readTags(block, found.keys, found.values))
}

function readRelation(pbf: PbfReader, block: Block, relation: NonNullable<Visitor['relation']>): void {
  const found = pbf.readMessage(
    (tag, out) => {
      if (tag === 1) out.id = pbf.readVarint(true)
      else if (tag === 2) pbf.readPackedVarint(out.keys)
      else if (tag === 3) pbf.readPackedVarint(out.values)
      else if (tag === 8) pbf.readPackedVarint(out.roles)
      else if (tag === 9) pbf.readPackedSVarint(out.members)
      else if (tag === 10) pbf.readPackedVarint(out.types)
    },
    {
      id: 0,
      keys: [] as number[],
      values: [] as number[],
      roles: [] as number[],
      members: [] as number[],
      types: [] as number[],
    },
  )
  const ids = summed(found.members)
  const outer = ids.filter(
    (_, i) => found.types[i] === 1 && ['outer', ''].includes(block.strings[found.roles[i] ?? 0] ?? ''),
  )
  relation(found.id, outer, readTags(block, found.keys, found.values))
}
