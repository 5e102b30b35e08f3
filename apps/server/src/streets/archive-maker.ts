import { gzipSync } from 'node:zlib'
import { STREET_ZOOM_MAX } from '@nollie/contract/streets'
import {
  isGzipped,
  packRing,
  PmtilesWriter,
  readTile,
  type TileLayer,
  unpacked,
  writeTile,
} from '../modules/streets/index.ts'
import { StartRefused } from '../platform/start-refused.ts'
import type { IndexBuilder } from './index-builder.ts'
import { fromProtomaps, isProtomaps } from './protomaps.ts'
import type { Box } from './osm-file.ts'
import { indexTile } from './tile-index.ts'
import type { TileFile } from './tile-files.ts'

/** The lowest zoom level in an archive. At lower zooms, clients show the bundled map. */
const ZOOM_FROM = 7
/** The zoom level whose tiles are searched for sea. */
const SEA_ZOOM = 10

/** Totals for a finished archive. */
export type MadeArchive = { bytes: number; tiles: number; minZoom: number; maxZoom: number }

function isOcean(layer: TileLayer) {
  return layer.name === 'water' && layer.features.some(({ tags }) => tags.class === 'ocean')
}

/** Whether a tile has only ground and sea, like all tiles outside an extract. The bundled map shows more there. */
function isBare(layers: readonly TileLayer[]): boolean {
  return layers.every(
    ({ name, features }) =>
      name === 'ground' || (name === 'water' && features.every(({ tags }) => tags.class === 'ocean')),
  )
}

function wholeGround(extent: number): TileLayer {
  const [low, high] = [-extent / 64, extent + extent / 64]
  const ring = packRing([
    [low, low],
    [high, low],
    [high, high],
    [low, high],
  ])
  return { name: 'ground', extent, features: [{ type: 3, tags: { class: 'land' }, geometry: ring }] }
}

async function hasSea(file: TileFile): Promise<boolean> {
  const zoom = Math.min(SEA_ZOOM, file.maxZoom)
  for await (const { z, data } of file.tiles())
    if (z === zoom && readTile(unpacked(data)).some(isOcean)) return true
  return false
}

type Options = {
  /** Whether we made the tiles from an extract; if so, tiles outside its borders are omitted. */
  ownTiles: boolean
  /** Collects the names in the tiles; null if the names come from an extract instead. */
  index: IndexBuilder | null
  box: Box
  attribution: string
}

/**
 * Returns a function that converts a file's tiles to our schema.
 * @throws StartRefused for an unknown schema
 */
async function translation(file: TileFile, ownTiles: boolean): Promise<(layers: TileLayer[]) => TileLayer[]> {
  if (ownTiles) return (layers) => (isBare(layers) ? [] : layers)
  if (isProtomaps(file.layers)) return fromProtomaps
  if (!file.layers.includes('transportation'))
    throw new StartRefused(
      `The tiles use neither the OpenMapTiles nor the Protomaps schema (layers: ${file.layers.join(', ').slice(0, 200) || 'unnamed'}).`,
    )
  // If a file contains sea, everything that isn't water is land, so ground is added under it. If a file has no sea, its
  // land is unknown, so the bundled map's ground is shown.
  if (!(await hasSea(file))) return (layers) => layers
  return (layers) => (layers.length > 0 ? [wholeGround(layers[0]?.extent ?? 4096), ...layers] : layers)
}

/** Writes a file's tiles to our archive. */
export async function makeArchive(
  file: TileFile,
  path: string,
  { ownTiles, index, box, attribution }: Options,
): Promise<MadeArchive> {
  const translate = await translation(file, ownTiles)
  const [minZoom, maxZoom] = [Math.max(ZOOM_FROM, file.minZoom), Math.min(STREET_ZOOM_MAX, file.maxZoom)]
  if (minZoom > maxZoom)
    throw new StartRefused(`The tiles end at zoom ${file.maxZoom}, but streets start at zoom ${ZOOM_FROM}.`)
  const writer = await PmtilesWriter.create(path)
  try {
    for await (const { z, x, y, data } of file.tiles()) {
      if (z < minZoom || z > maxZoom) continue
      const before = readTile(unpacked(data))
      const layers = translate(before)
      if (layers.every(({ features }) => features.length === 0)) continue
      if (index && z === maxZoom) indexTile(index, { z, x, y }, layers)
      const packed = layers === before && isGzipped(data) ? data : gzipSync(writeTile(layers), { level: 9 })
      await writer.add(z, x, y, packed)
    }
    if (writer.tiles === 0) throw new StartRefused('All tiles are empty.')
    const metadata = { name: 'Streets', attribution, vector_layers: [] }
    const bytes = await writer.finish({ minZoom, maxZoom, bounds: box, metadata })
    return { bytes, tiles: writer.tiles, minZoom, maxZoom }
  } catch (error) {
    await writer.abandon()
    throw error
  }
}
