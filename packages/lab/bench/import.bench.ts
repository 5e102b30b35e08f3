import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '../../../apps/server/src/db/open.ts'
import { importRecords } from '../../../apps/server/src/import/import.ts'
import { readRecords } from '../../../apps/server/src/import/read-records.ts'
import { atEnd } from './clean-up.ts'
import { onCpu, quantile, throwAwayCluster } from './bench-server.ts'
import { worldOfSpots } from './map-world.ts'
import { done, report } from './report.ts'

// Runs `npm run import` on an empty map, with a file that has one feature per line, like an extract. Covers reading,
// validation, gazetteer names, the search for existing spots, and durable writes. The map counts the spots afterward.
const { values } = parseArgs({
  options: { records: { type: 'string', default: '60000' }, parts: { type: 'string', default: '4' } },
})
const RECORDS = Number(values.records)
const PARTS = Number(values.parts)

const folder = mkdtempSync(join(tmpdir(), 'nollie-bench-'))
atEnd(async () => rmSync(folder, { recursive: true, force: true }))
const world = worldOfSpots(11)

/** Writes `count` places to a file; returns its path. */
async function writePlaces(part: number, count: number): Promise<string> {
  const path = join(folder, `${part}.geojsonl`)
  const out = createWriteStream(path)
  const { name, latitude, longitude } = world.next(count)
  for (const [i, title] of name.entries()) {
    const properties = { '@id': `node/${part}-${i}`, name: title, sport: 'skateboard', leisure: 'pitch' }
    const geometry = { type: 'Point', coordinates: [longitude[i], latitude[i]] }
    out.write(`${JSON.stringify({ type: 'Feature', properties, geometry })}\n`)
  }
  out.end()
  await finished(out)
  return path
}

/** The minimum number of places per second. */
const MIN = 5_000

const cluster = await throwAwayCluster()
const db = openDatabase(await cluster.database('import'), { max: 1 })
atEnd(() => db.destroy())
/** Returns the total CPU time (ms) of this program and of the database's connections. */
async function spent() {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
    db,
  )
  const { user, system } = process.cpuUsage()
  return {
    own: (user + system) / 1000,
    database: rows.reduce((sum, { pid }) => sum + (onCpu(pid) ?? Number.NaN), 0),
  }
}

const parts: { perSecond: number; ownMs: number; databaseMs: number }[] = []
let added = 0
// The first part is a warm-up that also reads the gazetteer.
for (let part = 0; part <= PARTS; part++) {
  const records = readRecords(await writePlaces(part, Math.floor(RECORDS / PARTS)))
  const before = await spent()
  const begun = performance.now()
  const defaults = { source: 'OpenStreetMap', licence: 'ODbL' }
  const counts = await importRecords({ db, records, defaults, print: () => {} })
  const perSecond = (counts.read * 1000) / (performance.now() - begun)
  const after = await spent()
  added += counts.added
  if (part === 0) continue
  parts.push({
    perSecond,
    ownMs: (after.own - before.own) / counts.read,
    databaseMs: (after.database - before.database) / counts.read,
  })
}

function median(of: (part: (typeof parts)[number]) => number) {
  return quantile(parts.map(of), 0.5)
}

report({
  name: 'places imported from a file in a second of processor time, median of parts',
  value: median(({ ownMs, databaseMs }) => 1000 / (ownMs + databaseMs)),
  unit: '/s',
  goal: { min: MIN },
  detail: `of a place ${median(({ ownMs }) => ownMs * 1000).toFixed(0)} us here, ${median(({ databaseMs }) => databaseMs * 1000).toFixed(0)} us in the database; by the clock ${median(({ perSecond }) => perSecond).toFixed(0)}/s; ${added} added in all`,
})
await done()
