import { DatabaseSync } from 'node:sqlite'
import { Archive } from '../modules/streets/index.ts'
import type { Box } from './osm-file.ts'

/** A tile in a file; `data` is as stored, compressed or not. */
export type FileTile = { z: number; x: number; y: number; data: Uint8Array }

/** A file with finished tiles. */
export type TileFile = {
  minZoom: number
  maxZoom: number
  box: Box
  attribution: string
  /** Layer names, if the file lists them. */
  layers: string[]
  tiles: () => AsyncIterable<FileTile>
  close: () => Promise<void>
}

type VectorLayers = { vector_layers?: { id?: unknown }[] }

function listLayers(about: VectorLayers | null): string[] {
  return (about?.vector_layers ?? []).map(({ id }) => String(id))
}

const WORLD: Box = { west: -180, south: -85.05, east: 180, north: 85.05 }

function toBox([west, south, east, north]: number[]): Box {
  return west !== undefined &&
    south !== undefined &&
    east !== undefined &&
    north !== undefined &&
    west < east &&
    south < north &&
    west >= -180 &&
    east <= 180 &&
    south >= -90 &&
    north <= 90
    ? { west, south, east, north }
    : WORLD
}

async function openPmtiles(path: string): Promise<TileFile> {
  const archive = await Archive.open(path)
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = archive.header
  const about = (await archive.metadata()) as VectorLayers & { attribution?: unknown }
  return {
    minZoom,
    maxZoom,
    box: toBox([minLon, minLat, maxLon, maxLat]),
    attribution: typeof about.attribution === 'string' ? about.attribution : '',
    layers: listLayers(about),
    tiles: () => archive.tiles(),
    close: archive.close,
  }
}

function parsed(text: string): VectorLayers | null {
  try {
    return JSON.parse(text) as VectorLayers
  } catch {
    return null
  }
}

function openMbtiles(path: string): TileFile {
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = database.prepare('select name, value from metadata').all()
  const about = new Map(rows.map(({ name, value }) => [String(name), String(value)]))
  const zooms = database.prepare('select min(zoom_level) as least, max(zoom_level) as most from tiles').get()
  return {
    minZoom: Number(zooms?.least ?? 0),
    maxZoom: Number(zooms?.most ?? 0),
    box: toBox((about.get('bounds') ?? '').split(',').map(Number)),
    attribution: about.get('attribution') ?? '',
    layers: listLayers(parsed(about.get('json') ?? '')),
    tiles: async function* () {
      const all = database.prepare('select zoom_level, tile_column, tile_row, tile_data from tiles')
      for (const { zoom_level, tile_column, tile_row, tile_data } of all.iterate()) {
        const z = Number(zoom_level)
        // MBTiles counts rows from the south.
        const y = 2 ** z - 1 - Number(tile_row)
        if (tile_data instanceof Uint8Array) yield { z, x: Number(tile_column), y, data: tile_data }
      }
    },
    close: async () => database.close(),
  }
}

/** Opens a file with finished tiles. Throws for any other file. */
export async function openTileFile(path: string): Promise<TileFile> {
  return /\.pmtiles$/i.test(path) ? openPmtiles(path) : openMbtiles(path)
}
