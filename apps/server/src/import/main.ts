import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { findImportEnding } from '@nollie/contract/imports/file-limits'
import type { Config } from '../config.ts'
import { loadConfig } from '../load-config.ts'
import { startDatabase } from '../db/start-database.ts'
import { type Db, openDatabase } from '../db/open.ts'
import { toDatasetName } from '../modules/imports/index.ts'
import { chooseVideoEncoder, openMedia } from '../modules/media/index.ts'
import { openStorage } from '../platform/files/index.ts'
import { createLog } from '../platform/log.ts'
import { runCommand } from '../platform/run-command.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { type ImportCounts, importRecords } from './import.ts'
import type { Defaults } from './validate-record.ts'
import { hashFile } from './file-hash.ts'
import { ENDINGS, readRecords } from './read-records.ts'
import { OSM_SOURCE } from './readers/osm.ts'
import { importFromOsm } from './osm-command.ts'

// npm run import: runs alongside a server, whose maps show the new spots immediately.

const USAGE = `Usage: npm run import -- FILE [--source NAME] [--licence LICENCE] [--url ADDRESS]
                                [--dataset NAME] [--encoding NAME] [--many-gone] [--dry-run]
       npm run import -- FOLDER [--source NAME] [--fetch] [--dry-run]
       npm run import -- --osm AREA

FILE ends in ${ENDINGS.join(', ')}.
--dataset   the dataset that FILE contains in full, with unique ids; by default FILE's name without dates and versions
--many-gone marks missing records even if they are most of the dataset
--osm       adds skateparks from OpenStreetMap: a country's code like ES, town:41.38,2.17, or box:2.0,41.3,2.3,41.5
--dry-run   shows what would happen, and changes nothing

Exit status: 0 done, 1 refused or failed, 2 a table of FOLDER or an area is incomplete, 3 FILE has no records.
More: docs/import.md`

/** Exit code if some records couldn't be imported. */
const INCOMPLETE = 2
/** Exit code if the file has no records. */
const NOTHING = 3

type Arguments = {
  path: string
  defaults: Defaults
  /** The dataset that the file contains in full. Defaults to a name derived from the file's name. */
  dataset: string | undefined
  encoding: string | undefined
  /** Whether to mark missing records even if they make up most of the dataset. */
  marksMany: boolean
  fetch: boolean
  isTrial: boolean
}

/** Runs the command for an area instead of a file. */
type OsmArguments = { osm: string }

function parseArguments(args: string[]): Arguments | OsmArguments {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        source: { type: 'string' },
        licence: { type: 'string' },
        url: { type: 'string' },
        dataset: { type: 'string' },
        encoding: { type: 'string' },
        'many-gone': { type: 'boolean', default: false },
        osm: { type: 'string' },
        fetch: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    })
    const { osm, fetch, dataset, encoding, 'many-gone': marksMany, 'dry-run': isTrial, ...defaults } = values
    const [path, ...rest] = positionals
    if (osm !== undefined && args.length <= 2 && !path) return { osm }
    if (osm !== undefined) throw new StartRefused(USAGE)
    if (path && rest.length === 0) return { path, defaults, dataset, encoding, marksMany, fetch, isTrial }
  } catch {}
  throw new StartRefused(USAGE)
}

function print(line: string) {
  return process.stdout.write(`  ${line}\n`)
}

/** Thrown to roll back a dry run's transaction. Carries the counts. */
class TrialEnds extends Error {
  readonly counts: ImportCounts

  constructor(counts: ImportCounts) {
    super('trial')
    this.counts = counts
  }
}

function formatSummary(counts: ImportCounts): string {
  const {
    read,
    added,
    doubted,
    known,
    updated,
    conflicts,
    same,
    refused,
    missing,
    returned,
    notMarked,
    others,
    isWhole,
  } = counts
  const lines = [
    `Of ${read} records: ${added} added (${doubted} to check), ${known} already imported (${updated} updated, ${conflicts} conflicting fields), ${same} likely duplicates, ${refused} refused.`,
    missing + returned > 0 &&
      `${missing} are missing from the file and now unconfirmed, ${returned} are back.`,
    others > 0 &&
      `${others} records have ids of distant places with other names. If this file is a different dataset, give it its own --dataset.`,
    !isWhole &&
      others * 2 <= known &&
      'Some refused records may be spots that were imported before, so nothing was marked as missing.',
    notMarked > 0 &&
      `${notMarked} records, most of this dataset, are not in the file. They were not changed. If these spots no longer exist, add --many-gone. If this file is a different dataset, give it its own --dataset.`,
    conflicts > 0 && 'Resolve conflicts under /admin, or with the suggestions on the page of the spot.',
  ]
  return lines.filter(Boolean).join('\n')
}

/** Returns the name of the dataset: the one given, or else one derived from the file's name. */
function nameDataset(given: string | undefined, file: string, { source }: Defaults): string {
  return (given?.trim() || toDatasetName(file) || source || 'spots').slice(0, 120)
}

async function importFile(
  db: Db,
  { path, defaults: given, dataset, encoding, marksMany, isTrial }: Arguments,
): Promise<string> {
  const ending = findImportEnding(path) ?? ''
  const defaults = ending.startsWith('.osm') ? { ...OSM_SOURCE, ...given } : given
  const file = basename(path)
  let nothing = ''
  const records = readRecords(path, encoding, (why) => {
    nothing = why
  })
  const summarize = (counts: ImportCounts): string => {
    if (counts.read > 0) return formatSummary(counts)
    process.exitCode = NOTHING
    return `${path} has no spots: ${nothing || 'it contains no places'}.`
  }
  const whole = {
    file: file.slice(-255),
    file_hash: await hashFile(path),
    marksMany,
    dataset: nameDataset(dataset, file.slice(0, file.length - ending.length), defaults),
  }
  if (!isTrial) return summarize(await importRecords({ db, records, defaults, whole, print }))
  try {
    return await db.transaction().execute(async (tx) => {
      throw new TrialEnds(await importRecords({ db: tx, records, defaults, whole, print }))
    })
  } catch (error) {
    if (error instanceof TrialEnds)
      return error.counts.read === 0
        ? summarize(error.counts)
        : `Dry run: nothing was changed. The result would be:\n${summarize(error.counts)}`
    throw error
  }
}

type Connected = { db: Db; config: Config }

async function importFolder(
  { db, config }: Connected,
  { path, defaults, fetch, isTrial }: Arguments,
): Promise<string> {
  const log = createLog('warn')
  // Loaded only for a folder. Nothing else in the server knows the package.
  const { importTables } = await import('@nollie/legacy-import')
  const storage = await openStorage(config)
  const media = await openMedia({
    db,
    log,
    storage,
    scanner: config.scanner,
    videoEncoder: (await chooseVideoEncoder(config.searchPath))?.encoder ?? null,
  })
  try {
    const report = await importTables({
      db,
      media,
      print,
      isTrial,
      folder: path,
      source: defaults.source ?? 'old product',
      fetch: fetch ? {} : null,
    })
    if (!report.isComplete) process.exitCode = INCOMPLETE
    return `${isTrial ? 'Dry run: nothing was changed. The result would be' : 'Done'}:\n${report.summary}`
  } finally {
    await media.close()
    storage.close()
  }
}

async function run(args: string[]): Promise<string> {
  if (args.includes('--help')) return USAGE
  const given = parseArguments(args)
  if ('osm' in given) return withDatabase((connected) => importOsm(connected, given))
  const found = statSync(given.path, { throwIfNoEntry: false })
  if (!found) throw new StartRefused(`There is no file or folder ${given.path}.`)
  const { dataset, encoding, marksMany, fetch } = given
  const isOfFiles = dataset !== undefined || encoding !== undefined || marksMany
  if (found.isDirectory() ? isOfFiles : fetch) throw new StartRefused(USAGE)
  return withDatabase((connected) =>
    found.isDirectory() ? importFolder(connected, given) : importFile(connected.db, given),
  )
}

async function importOsm({ db, config }: Connected, { osm }: OsmArguments): Promise<string> {
  const site = config.publicUrl ?? new URL(`http://localhost:${config.port}`)
  const { summary, isWhole } = await importFromOsm({ db, area: osm, server: config.overpass, site, print })
  if (!isWhole) process.exitCode = INCOMPLETE
  return summary
}

async function withDatabase(work: (connected: Connected) => Promise<string>): Promise<string> {
  const config = loadConfig()
  const { url, stop } = await startDatabase(config, createLog('warn'), { borrow: true })
  const db = openDatabase(url, { max: 4 })
  try {
    return await work({ db, config })
  } finally {
    await db.destroy()
    await stop()
  }
}

await runCommand(run)
