import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { deflateSync, gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import {
  PmtilesWriter,
  packRing,
  type TileFeature,
  type TileLayer,
  writeTile,
} from '../../src/modules/streets/index.ts'

/** A real OpenStreetMap extract of Monaco, next to the repository. It may not exist. */
export const REAL_EXTRACT = fileURLToPath(
  new URL('../../../../../shared/data/monaco.osm.pbf', import.meta.url),
)

type Tags = Record<string, string>

/** The content of a made-up OpenStreetMap extract. */
export type Extract = {
  nodes: { id: number; lon: number; lat: number; tags?: Tags }[]
  ways: { id: number; refs: number[]; tags: Tags }[]
  relations?: { id: number; outer: number[]; tags: Tags }[]
  box?: { west: number; south: number; east: number; north: number }
}

function deltas(numbers: number[]) {
  return numbers.map((n, i) => n - (numbers[i - 1] ?? 0))
}

function blob(type: string, content: Uint8Array): Buffer {
  const body = new PbfWriter()
  body.writeVarintField(2, content.length)
  body.writeBytesField(3, deflateSync(content))
  const bytes = body.finish()
  const head = new PbfWriter()
  head.writeStringField(1, type)
  head.writeVarintField(3, bytes.length)
  const header = head.finish()
  const size = Buffer.alloc(4)
  size.writeUInt32BE(header.length)
  return Buffer.concat([size, header, bytes])
}

/** Writes an extract as .osm.pbf, with one block each for nodes, ways, and relations, as in real extracts. */
export function writeExtract(path: string, { nodes, ways, relations = [], box }: Extract): void {
  const header = new PbfWriter()
  if (box)
    header.writeMessage(
      1,
      (sides, out) => {
        for (const [i, side] of (['west', 'east', 'north', 'south'] as const).entries())
          out.writeSVarintField(i + 1, Math.round(sides[side] * 1e9))
      },
      box,
    )
  header.writeStringField(4, 'OsmSchema-V0.6')
  header.writeStringField(4, 'DenseNodes')

  const block = (write: (out: PbfWriter, place: (text: string) => number) => void) => {
    const strings = ['', 'outer']
    const place = (text: string) => (strings.includes(text) ? strings.indexOf(text) : strings.push(text) - 1)
    const group = new PbfWriter()
    write(group, place)
    const out = new PbfWriter()
    out.writeMessage(
      1,
      (texts, table) => {
        for (const text of texts) table.writeStringField(1, text)
      },
      strings,
    )
    out.writeBytesField(2, group.finish())
    return blob('OSMData', out.finish())
  }
  const writeTags = (out: PbfWriter, place: (text: string) => number, tags: Tags) => {
    out.writePackedVarint(2, Object.keys(tags).map(place))
    out.writePackedVarint(3, Object.values(tags).map(place))
  }
  const blocks = [
    block((out, place) =>
      out.writeMessage(
        2,
        (_, dense) => {
          dense.writePackedSVarint(1, deltas(nodes.map(({ id }) => id)))
          dense.writePackedSVarint(8, deltas(nodes.map(({ lat }) => Math.round(lat * 1e7))))
          dense.writePackedSVarint(9, deltas(nodes.map(({ lon }) => Math.round(lon * 1e7))))
          const tags = nodes.flatMap((node) => [
            ...Object.entries(node.tags ?? {}).flatMap(([key, value]) => [place(key), place(value)]),
            0,
          ])
          dense.writePackedVarint(10, tags)
        },
        null,
      ),
    ),
    block((out, place) => {
      for (const way of ways)
        out.writeMessage(
          3,
          (_, message) => {
            message.writeVarintField(1, way.id)
            writeTags(message, place, way.tags)
            message.writePackedSVarint(8, deltas(way.refs))
          },
          null,
        )
    }),
    block((out, place) => {
      for (const relation of relations)
        out.writeMessage(
          4,
          (_, message) => {
            message.writeVarintField(1, relation.id)
            writeTags(message, place, relation.tags)
            message.writePackedVarint(
              8,
              relation.outer.map(() => 1),
            )
            message.writePackedSVarint(9, deltas(relation.outer))
            message.writePackedVarint(
              10,
              relation.outer.map(() => 1),
            )
          },
          null,
        )
    }),
  ]
  writeFileSync(path, Buffer.concat([blob('OSMHeader', header.finish()), ...blocks]))
}

/** Creates a feature in the middle of a tile. Lines run across the tile. */
export function tileFeature(
  type: 'point' | 'line' | 'area',
  tags: TileFeature['tags'],
  [x, y]: [x: number, y: number] = [2048, 2048],
): TileFeature {
  const number = { point: 1, line: 2, area: 3 }[type]
  const pbf = new PbfWriter()
  if (type === 'point') {
    pbf.writeVarint((1 << 3) | 1)
    for (const n of [x, y]) pbf.writeSVarint(n)
  }
  if (type === 'line') {
    pbf.writeVarint((1 << 3) | 1)
    for (const n of [x, y]) pbf.writeSVarint(n)
    pbf.writeVarint((1 << 3) | 2)
    for (const n of [400, 200]) pbf.writeSVarint(n)
  }
  const [px, py] = [x, y]
  const square = packRing([
    [px, py],
    [px + 600, py],
    [px + 600, py + 600],
    [px, py + 600],
  ])
  return { type: number, tags, geometry: type === 'area' ? square : pbf.finish() }
}

/** Creates a tile layer with the usual extent. */
export function tileLayer(name: string, ...features: TileFeature[]): TileLayer {
  return {
    name,
    extent: 4096,
    features,
  }
}

type MadeTile = { z: number; x: number; y: number; layers: TileLayer[] }
type About = { bounds: string; attribution?: string }

function vectorLayers(tiles: readonly MadeTile[]) {
  return [...new Set(tiles.flatMap(({ layers }) => layers.map(({ name }) => name)))]
}

/** Writes tiles as .mbtiles. */
export function writeMbtiles(path: string, tiles: readonly MadeTile[], about: About): void {
  const database = new DatabaseSync(path)
  database.exec(`create table metadata (name text, value text);
    create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)`)
  const json = JSON.stringify({ vector_layers: vectorLayers(tiles).map((id) => ({ id })) })
  const put = database.prepare('insert into metadata values (?, ?)')
  for (const [name, value] of Object.entries({ ...about, format: 'pbf', json })) put.run(name, value)
  const add = database.prepare('insert into tiles values (?, ?, ?, ?)')
  for (const { z, x, y, layers } of tiles) add.run(z, x, 2 ** z - 1 - y, gzipSync(writeTile(layers)))
  database.close()
}

/** Writes tiles as .pmtiles. */
export async function writePmtiles(
  path: string,
  tiles: readonly MadeTile[],
  { bounds, attribution }: About,
): Promise<void> {
  const writer = await PmtilesWriter.create(path)
  for (const { z, x, y, layers } of tiles) await writer.add(z, x, y, gzipSync(writeTile(layers)))
  const zooms = tiles.map(({ z }) => z)
  const [west = 0, south = 0, east = 0, north = 0] = bounds.split(',').map(Number)
  await writer.finish({
    minZoom: Math.min(...zooms),
    maxZoom: Math.max(...zooms),
    bounds: { west, south, east, north },
    metadata: { attribution, vector_layers: vectorLayers(tiles).map((id) => ({ id })) },
  })
}

/** Returns the tile that contains a point. */
export function tileAt(z: number, lon: number, lat: number): { z: number; x: number; y: number } {
  const sin = Math.sin((lat * Math.PI) / 180)
  return {
    z,
    x: Math.floor(((lon + 180) / 360) * 2 ** z),
    y: Math.floor((0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * 2 ** z),
  }
}
