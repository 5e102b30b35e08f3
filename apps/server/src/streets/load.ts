import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../db/open.ts'
import {
  archivePath,
  deleteRegion,
  type NewRegion,
  replaceRegion,
  selectRegions,
  type StreetRow,
} from '../modules/streets/index.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { type MadeArchive, makeArchive } from './archive-maker.ts'
import { buildSea } from './coast.ts'
import { IndexBuilder } from './index-builder.ts'
import { cleanName } from './named.ts'
import { type Box, OsmFile } from './osm-file.ts'
import { indexExtract } from './osm-index.ts'
import { openTileFile, type TileFile } from './tile-files.ts'
import { makeTiles, requireTilemaker } from './tilemaker.ts'

const OSM = '© OpenStreetMap contributors'
const UNFINISHED = '.new-'
/**
 * Files without a region are deleted after this time, because they were left by a killed run. Newer ones may belong to
 * a current run.
 */
const LEFT_OVER_MS = 24 * 3600 * 1000

/** What to load, and where to store it. */
export type LoadOptions = {
  db: Db
  dataDir: string
  /** The path of an `.osm.pbf`, `.pmtiles`, or `.mbtiles` file. */
  file: string
  /** The region's name; defaults to the file's name. */
  name?: string | undefined
  /** The program's path; null if it isn't installed. */
  tilemaker: string | null
  /** Called with a message for each step. */
  print: (line: string) => void
}

/** What was loaded: the region's name, the number of rows, and whether it replaced an older version. */
export type Loaded = { name: string; rows: number; replaced: boolean } & MadeArchive

/** Derives a region's name from a file name: `Île-de-France latest.osm.pbf` becomes `ile-de-france-latest`. */
export function regionName(file: string): string {
  return path
    .basename(file)
    .replace(/\.(osm\.pbf|pbf|pmtiles|mbtiles)$/i, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^[-_]+|[-_]+$/g, '')
    .slice(0, 60)
}

function requireName(given: string | undefined, file: string): string {
  const name = given ?? regionName(file)
  if (!/^[a-z0-9][a-z0-9_-]{0,59}$/.test(name))
    throw new StartRefused(
      'The region name (--name NAME) can have up to 60 lowercase letters, digits, - and _.',
    )
  return name
}

async function readable<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StartRefused) throw error
    throw new StartRefused(`${file} can't be read: ${(error as Error).message}`)
  }
}

type Made = { archive: MadeArchive; index: IndexBuilder; box: Box; attribution: string }

function boxOfRows(rows: readonly StreetRow[]): Box {
  return rows.reduce(
    (box, row) => ({
      west: Math.min(box.west, row.west),
      south: Math.min(box.south, row.south),
      east: Math.max(box.east, row.east),
      north: Math.max(box.north, row.north),
    }),
    { west: 180, south: 90, east: -180, north: -90 },
  )
}

async function fromExtract(
  { file, tilemaker, print }: LoadOptions,
  folder: string,
  target: string,
): Promise<Made> {
  const program = requireTilemaker(tilemaker)
  const index = new IndexBuilder()
  print('reading the extract')
  const { sea, box } = await readable(file, async () => {
    const extract = await OsmFile.open(file)
    try {
      const coast = await indexExtract(extract, index)
      return { sea: buildSea(coast), box: extract.box }
    } finally {
      await extract.close()
    }
  })
  const bounds = box ?? boxOfRows(await index.rows())
  print('making tiles (tilemaker)')
  const boxText = box ? null : [bounds.west, bounds.south, bounds.east, bounds.north].join(',')
  const tiles = await openTileFile(
    await makeTiles(program, path.resolve(file), { folder, sea, box: boxText }),
  )
  try {
    print('writing the archive')
    const archive = await makeArchive(tiles, target, {
      ownTiles: true,
      index: null,
      box: bounds,
      attribution: OSM,
    })
    return { archive, index, box: bounds, attribution: OSM }
  } finally {
    await tiles.close()
  }
}

/** Reads the tiles' attribution as plain text; always includes OpenStreetMap's contributors. */
function readAttribution({ attribution }: TileFile): string {
  const text = cleanName(attribution.replaceAll(/<[^>]*>/g, '').replaceAll('&copy;', '©'))
  if (!text) return OSM
  return /OpenStreetMap/i.test(text) ? text : `${text}, ${OSM}`
}

async function fromTiles({ file, print }: LoadOptions, target: string): Promise<Made> {
  return readable(file, async () => {
    const index = new IndexBuilder()
    const tiles = await openTileFile(file)
    try {
      print('reading the tiles')
      const attribution = readAttribution(tiles)
      const archive = await makeArchive(tiles, target, {
        ownTiles: false,
        index,
        box: tiles.box,
        attribution,
      })
      return { archive, index, box: tiles.box, attribution }
    } finally {
      await tiles.close()
    }
  })
}

async function removeLeftOvers(db: Db, dataDir: string): Promise<void> {
  const folder = path.join(dataDir, 'map')
  const wanted = new Set((await selectRegions(db)).map((region) => archivePath(dataDir, region)))
  for (const entry of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, entry)
    const facts = await stat(file).catch(() => null)
    if (wanted.has(file) || !facts || Date.now() - facts.mtimeMs < LEFT_OVER_MS) continue
    if (entry.startsWith(UNFINISHED) || entry.endsWith('.pmtiles'))
      await rm(file, { recursive: true, force: true })
  }
}

/**
 * Loads a street map: its tiles become a file in `DATA_DIR/map`, and its names become rows for search. Everything is
 * prepared first; one transaction then replaces the region with this name, and running servers see it within seconds.
 * @throws StartRefused with a readable message
 */
export async function loadStreets(options: LoadOptions): Promise<Loaded> {
  const { db, dataDir, file } = options
  if (!existsSync(file)) throw new StartRefused(`There is no file ${file}.`)
  const isExtract = /\.pbf$/i.test(file)
  if (!isExtract && !/\.(pmtiles|mbtiles)$/i.test(file))
    throw new StartRefused(`${file} is not an .osm.pbf, .pmtiles, or .mbtiles file.`)
  const name = requireName(options.name, file)
  await mkdir(path.join(dataDir, 'map'), { recursive: true })
  const folder = await mkdtemp(path.join(dataDir, 'map', UNFINISHED))
  const version = randomBytes(8).toString('hex')
  const finished = archivePath(dataDir, { name, version })
  try {
    const target = path.join(folder, 'streets.pmtiles')
    const { archive, index, box, attribution } = isExtract
      ? await fromExtract(options, folder, target)
      : await fromTiles(options, target)
    const rows = await index.rows()
    options.print(`writing ${rows.length} names for search`)
    await rename(target, finished)
    const region: NewRegion = {
      name,
      version,
      ...box,
      attribution,
      min_zoom: archive.minZoom,
      max_zoom: archive.maxZoom,
      bytes: archive.bytes,
      tiles: archive.tiles,
    }
    const { replaced } = await replaceRegion(db, region, rows)
    if (replaced) await rm(archivePath(dataDir, { name, version: replaced }), { force: true })
    await removeLeftOvers(db, dataDir)
    return { name, rows: rows.length, replaced: replaced !== null, ...archive }
  } catch (error) {
    await rm(finished, { force: true })
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Deletes a region: first its names, then its tiles.
 * @throws StartRefused if there is no region with this name
 */
export async function removeStreets(db: Db, dataDir: string, name: string): Promise<void> {
  const region = (await selectRegions(db)).find((one) => one.name === name)
  if (!region || !(await deleteRegion(db, name)))
    throw new StartRefused(`There is no region ${name}. List them with npm run streets -- list.`)
  await rm(archivePath(dataDir, region), { force: true })
}
