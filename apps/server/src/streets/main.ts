import { parseArgs } from 'node:util'
import { loadConfig } from '../load-config.ts'
import { startDatabase } from '../db/start-database.ts'
import { type Db, openDatabase } from '../db/open.ts'
import { type Region, selectRegions } from '../modules/streets/index.ts'
import { createLog } from '../platform/log.ts'
import { runCommand } from '../platform/run-command.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { loadStreets, removeStreets } from './load.ts'

// npm run streets: runs next to a server, whose maps show the new streets within seconds.

const USAGE = `Usage: npm run streets -- FILE [--name NAME]   loads an .osm.pbf, .pmtiles, or .mbtiles file
       npm run streets -- list
       npm run streets -- remove NAME`

type Arguments = { file: string; name?: string | undefined } | { remove: string } | 'list'

function parseArguments(args: string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { name: { type: 'string' } },
    })
    const [first, second, ...rest] = positionals
    if (first === 'list' && !second) return 'list'
    if (first === 'remove' && second && rest.length === 0) return { remove: second }
    if (first && !second) return { file: first, name: values.name }
  } catch {}
  throw new StartRefused(USAGE)
}

function megabytes(bytes: number) {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

function degrees(n: number) {
  return n.toFixed(3)
}

function formatLine({
  name,
  bytes,
  tiles,
  west,
  south,
  east,
  north,
  max_zoom,
  loaded_at,
  attribution,
}: Region) {
  return `${name}  ${megabytes(bytes)}, ${tiles} tiles to zoom ${max_zoom}, box ${[west, south, east, north].map(degrees).join(',')}, loaded ${loaded_at.slice(0, 16).replace('T', ' ')} UTC, ${attribution}`
}

async function list(db: Db): Promise<string> {
  const regions = await selectRegions(db)
  return regions.length > 0 ? regions.map(formatLine).join('\n') : 'No street map is loaded.'
}

async function load(
  db: Db,
  { dataDir, tilemaker }: { dataDir: string; tilemaker: string | null },
  { file, name }: { file: string; name?: string | undefined },
): Promise<string> {
  const started = performance.now()
  const print = (line: string) => process.stdout.write(`  ${line}\n`)
  const loaded = await loadStreets({ db, dataDir, file, name, tilemaker, print })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  return `${loaded.replaced ? 'Replaced' : 'Loaded'} ${loaded.name}: ${loaded.tiles} tiles (${megabytes(loaded.bytes)}), ${loaded.rows} names, in ${seconds} s.`
}

async function run(args: string[]): Promise<string> {
  const parsed = parseArguments(args)
  const config = loadConfig()
  const { url, stop } = await startDatabase(config, createLog('warn'), { borrow: true })
  // A whole country is written in one transaction, which takes longer than the server's statements are allowed to.
  const db = openDatabase(url, { max: 2, statementTimeoutMs: 0 })
  try {
    if (parsed === 'list') return await list(db)
    if ('file' in parsed) return await load(db, config, parsed)
    await removeStreets(db, config.dataDir, parsed.remove)
    return `Removed ${parsed.remove}.`
  } finally {
    await db.destroy()
    await stop()
  }
}

await runCommand(run)
