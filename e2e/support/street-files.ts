import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { streetTile, TOWN } from './street-tiles.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Half the town's width, in degrees. */
const REACH = 0.03
const BOX = {
  west: TOWN.longitude - REACH,
  south: TOWN.latitude - REACH,
  east: TOWN.longitude + REACH,
  north: TOWN.latitude + REACH,
}

function column(longitude: number, z: number) {
  return Math.floor(((longitude + 180) / 360) * 2 ** z)
}

function row(latitude: number, z: number) {
  const sin = Math.sin((latitude * Math.PI) / 180)
  return Math.floor((0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * 2 ** z)
}

/** Writes the artificial town as an .mbtiles file. */
function writeTown(path: string): void {
  const database = new DatabaseSync(path)
  database.exec(`create table metadata (name text, value text);
    create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
    begin`)
  const about = {
    format: 'pbf',
    bounds: Object.values(BOX).join(','),
    json: JSON.stringify({ vector_layers: [{ id: 'transportation' }, { id: 'water' }] }),
  }
  for (const [name, value] of Object.entries(about))
    database.prepare('insert into metadata values (?, ?)').run(name, value)
  const add = database.prepare('insert into tiles values (?, ?, ?, ?)')
  for (let z = 7; z <= 14; z++)
    for (let x = column(BOX.west, z); x <= column(BOX.east, z); x++)
      for (let y = row(BOX.north, z); y <= row(BOX.south, z); y++)
        add.run(z, x, 2 ** z - 1 - y, gzipSync(streetTile(z, x, y)))
  database.exec('commit')
  database.close()
}

/** Runs `npm run streets` next to a running server. */
export async function runStreets(dataDir: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['apps/server/src/streets/main.ts', ...args],
    { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir } },
  )
  return stdout
}

/** Loads the artificial town into a running server's data directory. */
export async function loadTown(dataDir: string, name = 'town'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nollie-town-'))
  try {
    const file = join(folder, 'town.mbtiles')
    writeTown(file)
    return await runStreets(dataDir, file, '--name', name)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
