import { PbfReader, PbfWriter } from 'pbf'

// Mapbox vector tiles (https://github.com/mapbox/vector-tile-spec). Tags are decoded; geometries stay packed.

/** The value of a feature's tag. */
export type TagValue = string | number | boolean

/** A feature in a layer. `type` is 1 for points, 2 for lines, 3 for polygons. */
export type TileFeature = {
  type: number
  tags: Record<string, TagValue>
  /** Packed commands and parameters. */
  geometry: Uint8Array
}

/** A layer in a tile. */
export type TileLayer = { name: string; extent: number; features: TileFeature[] }

type Raw = { name: string; extent: number; keys: string[]; values: TagValue[]; features: RawFeature[] }
type RawFeature = { type: number; tags: number[]; geometry: Uint8Array }

function readValue(pbf: PbfReader): TagValue {
  return pbf.readMessage<{ value: TagValue }>(
    (tag, out) => {
      if (tag === 1) out.value = pbf.readString()
      else if (tag === 2) out.value = pbf.readFloat()
      else if (tag === 3) out.value = pbf.readDouble()
      else if (tag === 4) out.value = pbf.readVarint(true)
      else if (tag === 5) out.value = pbf.readVarint()
      else if (tag === 6) out.value = pbf.readSVarint()
      else if (tag === 7) out.value = pbf.readBoolean()
    },
    { value: '' },
  ).value
}

function readFeature(pbf: PbfReader): RawFeature {
  return pbf.readMessage<RawFeature>(
    (tag, out) => {
      if (tag === 2) pbf.readPackedVarint(out.tags)
      else if (tag === 3) out.type = pbf.readVarint()
      else if (tag === 4) out.geometry = pbf.readBytes()
    },
    { type: 0, tags: [], geometry: new Uint8Array() },
  )
}

function readLayer(pbf: PbfReader): TileLayer {
  const raw = pbf.readMessage<Raw>(
    (tag, out) => {
      if (tag === 1) out.name = pbf.readString()
      else if (tag === 2) out.features.push(readFeature(pbf))
      else if (tag === 3) out.keys.push(pbf.readString())
      else if (tag === 4) out.values.push(readValue(pbf))
      else if (tag === 5) out.extent = pbf.readVarint()
    },
    { name: '', extent: 4096, keys: [], values: [], features: [] },
  )
  const features = raw.features.map(({ type, tags, geometry }) => {
    const named: Record<string, TagValue> = {}
    for (let i = 0; i + 1 < tags.length; i += 2) {
      const [key, value] = [raw.keys[tags[i] as number], raw.values[tags[i + 1] as number]]
      if (key !== undefined && value !== undefined) named[key] = value
    }
    return { type, tags: named, geometry }
  })
  return { name: raw.name, extent: raw.extent, features }
}

/**
 * Decodes an uncompressed tile.
 * @throws Error if the bytes aren't a tile
 */
export function readTile(bytes: Uint8Array): TileLayer[] {
  return new PbfReader(bytes).readFields<TileLayer[]>((tag, out, pbf) => {
    if (tag === 3) out.push(readLayer(pbf))
  }, [])
}

function writeValue(value: TagValue, pbf: PbfWriter): void {
  if (typeof value === 'string') pbf.writeStringField(1, value)
  else if (typeof value === 'boolean') pbf.writeBooleanField(7, value)
  else if (!Number.isInteger(value)) pbf.writeDoubleField(3, value)
  else if (value < 0) pbf.writeSVarintField(6, value)
  else pbf.writeVarintField(5, value)
}

function writeLayer({ name, extent, features }: TileLayer, pbf: PbfWriter): void {
  const [keys, values] = [new Map<string, number>(), new Map<TagValue, number>()]
  const getSlot = <K>(known: Map<K, number>, key: K): number => {
    const at = known.get(key) ?? known.size
    if (at === known.size) known.set(key, at)
    return at
  }
  pbf.writeStringField(1, name)
  for (const { type, tags, geometry } of features) {
    const packed = Object.entries(tags).flatMap(([key, value]) => [
      getSlot(keys, key),
      getSlot(values, value),
    ])
    pbf.writeMessage(
      2,
      (_, out) => {
        if (packed.length > 0) out.writePackedVarint(2, packed)
        out.writeVarintField(3, type)
        out.writeBytesField(4, geometry)
      },
      null,
    )
  }
  for (const key of keys.keys()) pbf.writeStringField(3, key)
  for (const value of values.keys()) pbf.writeMessage(4, writeValue, value)
  pbf.writeVarintField(5, extent)
  pbf.writeVarintField(15, 2)
}

/** Encodes layers as an uncompressed tile. Omits empty layers. */
export function writeTile(layers: readonly TileLayer[]): Uint8Array {
  const pbf = new PbfWriter()
  for (const layer of layers) if (layer.features.length > 0) pbf.writeMessage(3, writeLayer, layer)
  return pbf.finish()
}

/** A position in a tile, in units of the layer's extent. */
export type TilePoint = [x: number, y: number]

/** Returns the parts of a feature's geometry: single points, lines, or rings. */
export function readParts({ geometry }: TileFeature): TilePoint[][] {
  const pbf = new PbfReader(geometry)
  const parts: TilePoint[][] = []
  let [x, y, part]: [number, number, TilePoint[]] = [0, 0, []]
  while (pbf.pos < pbf.length) {
    const command = pbf.readVarint()
    if ((command & 7) === 7) continue
    for (let i = 0; i < command >> 3 && pbf.pos < pbf.length; i++) {
      x += pbf.readSVarint()
      y += pbf.readSVarint()
      if ((command & 7) === 1) parts.push((part = []))
      part.push([x, y])
    }
  }
  return parts
}

/** Encodes a single ring as a polygon's geometry. */
export function packRing(ring: readonly TilePoint[]): Uint8Array {
  const pbf = new PbfWriter()
  let [x, y] = [0, 0]
  for (const [i, [px, py]] of ring.entries()) {
    if (i === 0) pbf.writeVarint((1 << 3) | 1)
    if (i === 1) pbf.writeVarint(((ring.length - 1) << 3) | 2)
    pbf.writeSVarint(px - x)
    pbf.writeSVarint(py - y)
    ;[x, y] = [px, py]
  }
  pbf.writeVarint((1 << 3) | 7)
  return pbf.finish()
}

/** Merges tiles. Combines layers with the same name. Skips layers whose extent differs from the first one's. */
export function mergeTiles(tiles: readonly Uint8Array[]): Uint8Array {
  const merged = new Map<string, TileLayer>()
  for (const layer of tiles.flatMap(readTile)) {
    const known = merged.get(layer.name)
    if (!known) merged.set(layer.name, layer)
    else if (known.extent === layer.extent) known.features.push(...layer.features)
  }
  return writeTile([...merged.values()])
}
