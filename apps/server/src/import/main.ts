import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Config, environment, readConfig } from '../config.ts'
import { connectDatabase } from '../db/connect.ts'
import { type Db, openDatabase } from '../db/open.ts'
import { chooseVideoEncoder, openMedia } from '../modules/media/index.ts'
import { openStorage } from '../platform/files/index.ts'
import { createLog } from '../platform/log.ts'
import { runCommand } from '../platform/run-command.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { importRecords } from './import.ts'
import type { Defaults } from './validate-record.ts'
import { readRecords } from './read.ts'
import { importTables } from './tables/import-tables.ts'

// npm run import: runs beside a server, whose maps show the new spots at once.

const USAGE = `Usage: npm run import -- FILE [--source NAME] [--licence LICENCE] [--url ADDRESS]
       npm run import -- FOLDER [--source NAME] [--fetch] [--dry-run]`

/** Exit code of an import that could not import everything. */
const INCOMPLETE = 2

type Arguments = { path: string; defaults: Defaults; fetch: boolean; isTrial: boolean }

const argumentsOf = (args: string[]): Arguments => {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        source: { type: 'string' },
        licence: { type: 'string' },
        url: { type: 'string' },
        fetch: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    })
    const { fetch, 'dry-run': isTrial, ...defaults } = values
    const [path, ...rest] = positionals
    if (path && rest.length === 0) return { path, defaults, fetch, isTrial }
  } catch {}
  throw new StartRefused(USAGE)
}

const print = (line: string) => process.stdout.write(`  ${line}\n`)

const importFile = async (db: Db, file: string, defaults: Defaults): Promise<string> => {
  const { read, added, known, same, refused, doubted } = await importRecords({
    db,
    records: readRecords(file),
    defaults,
    print,
  })
  return `Of ${read} records: ${added} added (${doubted} to check), ${known} already imported, ${same} probably here already, ${refused} refused.`
}

type Connected = { db: Db; config: Config }

const importFolder = async (
  { db, config }: Connected,
  { path, defaults, fetch, isTrial }: Arguments,
): Promise<string> => {
  const log = createLog('warn')
  const storage = await openStorage(config)
  const media = await openMedia({
    ...{ db, log, storage },
    videoEncoder: (await chooseVideoEncoder(environment().PATH ?? ''))?.encoder ?? null,
  })
  try {
    const report = await importTables({
      ...{ db, media, print, isTrial },
      folder: path,
      source: defaults.source ?? 'old product',
      fetch: fetch ? {} : null,
    })
    if (!report.isComplete) process.exitCode = INCOMPLETE
    return `${isTrial ? 'Trial run, nothing was changed. It would be' : 'Done'}:\n${report.summary}`
  } finally {
    await media.close()
    storage.close()
  }
}

async function run(args: string[]): Promise<string> {
  const given = argumentsOf(args)
  const found = statSync(given.path, { throwIfNoEntry: false })
  if (!found) throw new StartRefused(`There is no file or folder ${given.path}.`)
  // Files of spots have no trial. Refused, because the operator who asks for a trial must not get an import.
  if (!found.isDirectory() && (given.isTrial || given.fetch)) throw new StartRefused(USAGE)
  const config = readConfig(environment())
  const { url, stop } = await connectDatabase(config, createLog('warn'), { borrow: true })
  const db = openDatabase(url, { max: 4 })
  try {
    if (!found.isDirectory()) return await importFile(db, given.path, given.defaults)
    return await importFolder({ db, config }, given)
  } finally {
    await db.destroy()
    await stop()
  }
}

await runCommand(run)
