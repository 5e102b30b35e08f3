import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '../platform/start-refused.ts'
import type { Sea } from './coast.ts'
import { writeShapefile } from './shapefile.ts'

const ASSETS = new URL('../../assets/tilemaker/', import.meta.url)
/**
 * The lowest zoom level with ground and sea from the extract's own coast. At lower zooms, clients use the bundled map.
 */
const COAST_FROM = 11
const NOTE_LINES = 12

const INSTALL = `tilemaker, which makes tiles from an extract, is not installed. Install it and try again:
  Debian, Ubuntu: apt-get install tilemaker
  macOS: brew install tilemaker
  Others: https://github.com/systemed/tilemaker
Or load finished tiles (.pmtiles or .mbtiles in the OpenMapTiles or Protomaps schema).`

/**
 * Returns tilemaker's configured path.
 * @throws StartRefused explaining how to install it
 */
export function requireTilemaker(path: string | null): string {
  if (!path) throw new StartRefused(INSTALL)
  return path
}

function run(program: string, args: string[], folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    let notes: string[] = []
    const collect = (part: Buffer) => {
      notes = [...notes, ...String(part).split(/[\r\n]+/)].filter(Boolean).slice(-NOTE_LINES)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const stop = () => child.kill('SIGTERM')
    process.once('exit', stop)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      process.removeListener('exit', stop)
      if (code === 0) resolve()
      else reject(new StartRefused(`tilemaker failed (${signal ?? code}):\n${notes.join('\n')}`))
    })
  })
}

type Layers = Record<string, Record<string, unknown>>

/** Makes tiles (.mbtiles) in `folder` from an extract, including the sea along its coast. Returns their path. */
export async function makeTiles(
  tilemaker: string,
  extract: string,
  { folder, sea, box }: { folder: string; sea: Sea | null; box: string | null },
): Promise<string> {
  const config = JSON.parse(await readFile(new URL('config.json', ASSETS), 'utf8')) as { layers: Layers }
  if (sea) {
    const { west, south, east, north } = sea.box
    await writeShapefile(
      join(folder, 'ground'),
      [
        [
          [west, north],
          [east, north],
          [east, south],
          [west, south],
          [west, north],
        ],
      ],
      'land',
    )
    await writeShapefile(join(folder, 'sea'), sea.rings, 'ocean')
    const zooms = { minzoom: COAST_FROM, maxzoom: 14, source_columns: ['class'] }
    config.layers.ground = { ...zooms, source: join(folder, 'ground.shp') }
    config.layers.ocean = { ...zooms, source: join(folder, 'sea.shp'), write_to: 'water' }
  }
  const [configPath, output] = [join(folder, 'config.json'), join(folder, 'tiles.mbtiles')]
  await writeFile(configPath, JSON.stringify(config))
  const store = join(folder, 'store')
  await mkdir(store)
  const process = fileURLToPath(new URL('process.lua', ASSETS))
  await run(
    tilemaker,
    [
      '--input',
      extract,
      '--output',
      output,
      '--config',
      configPath,
      '--process',
      process,
      // Stored on disk, so that memory use doesn't grow with the extract.
      '--store',
      store,
      ...(box ? ['--bbox', box] : []),
    ],
    folder,
  )
  return output
}
